//! Texts on a page, in English and Korean.

use super::scale;
use trammel_language::Language;

/// Texts in one language.
pub(super) struct Labels {
    language: Language,
    /// Label of the name of the drawing.
    pub(super) name: &'static str,
    /// Label of the date.
    pub(super) date: &'static str,
    /// Label of the author.
    pub(super) author: &'static str,
    /// Label of the scale.
    pub(super) scale: &'static str,
    /// Label of the unit of the drawing.
    pub(super) unit: &'static str,
    /// Label of the number of the sheet.
    pub(super) sheet: &'static str,
}

impl Labels {
    /// Returns the texts in a language.
    pub(super) fn of(language: Language) -> Labels {
        Labels {
            language,
            name: language.pick(["Name", "도면 이름"]),
            date: language.pick(["Date", "날짜"]),
            author: language.pick(["Author", "작성자"]),
            scale: language.pick(["Scale", "척도"]),
            unit: language.pick(["Unit", "단위"]),
            sheet: language.pick(["Sheet", "매수"]),
        }
    }

    /// Returns the caption of a check bar of this length, and a shorter one.
    pub(super) fn caption(&self, bar: f64) -> [String; 2] {
        self.language.pick([
            [
                format!("{bar} mm on paper. If the bar differs, print at 100%."),
                format!("{bar} mm on paper"),
            ],
            [
                format!("종이에서 {bar} mm예요. 길이가 다르면 배율 100%로 인쇄하세요."),
                format!("종이에서 {bar} mm"),
            ],
        ])
    }

    /// Returns the scale in words.
    pub(super) fn scale_in_words(&self, value: f64) -> String {
        let [paper, part] = scale::sides(value);
        self.language.pick([
            format!("Scale {paper}:{part}: {paper} mm on paper is {part} mm of the part"),
            format!("척도 {paper}:{part}: 종이의 {paper} mm는 실물의 {part} mm"),
        ])
    }

    /// Returns the place of a page in the grid: its column and row, each with the total.
    pub(super) fn place(&self, column: [u32; 2], row: [u32; 2]) -> String {
        let ([column, columns], [row, rows]) = (column, row);
        self.language.pick([
            format!("Column {column} of {columns}, row {row} of {rows}"),
            format!("{columns}열 중 {column}열, {rows}행 중 {row}행"),
        ])
    }

    /// Returns the text about the strips that neighboring pages share.
    pub(super) fn overlap(&self) -> &'static str {
        self.language.pick(["Overlap 10 mm", "겹침 10 mm"])
    }
}
