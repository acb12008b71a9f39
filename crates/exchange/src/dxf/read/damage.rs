//! Messages of files that cannot be read.

use trammel_dxf::{Damage, DxfError, InvalidNumber, Position};
use trammel_formats::FormatError;
use trammel_language::{Bilingual, bilingual};

/// Returns the message of a file that cannot be read.
pub(super) fn file_error(error: &DxfError) -> FormatError {
    FormatError(match error {
        DxfError::Utf16 => bilingual!(
            "The DXF file is text in UTF-16, which DXF does not allow. Save the file as UTF-8.",
            "DXF 파일이 DXF에서 허용하지 않는 UTF-16 텍스트예요. UTF-8로 저장하세요."
        ),
        DxfError::NoSection => bilingual!(
            "The file has no section, so it is not a DXF file. Choose a file that a CAD program saved as DXF.",
            "파일에 섹션이 없어서 DXF 파일이 아니에요. CAD 프로그램에서 DXF로 저장한 파일을 고르세요."
        ),
        DxfError::Damaged { position, damage } => {
            let at = match position {
                Position::Line(line) => bilingual!("on line {line}", "{line}번째 줄"),
                Position::Byte(byte) => bilingual!("at byte {byte}", "{byte}번째 바이트"),
            };
            let reason = damage_text(damage);
            bilingual!(
                "The DXF file is damaged {at}: {reason}. Save it again in the program that made it.",
                "DXF 파일의 {at:#}이(가) 손상됐어요({reason:#}). 만든 프로그램에서 다시 저장하세요."
            )
        }
    })
}

fn damage_text(damage: &Damage) -> Bilingual {
    match damage {
        Damage::NoGroupCode(text) => bilingual!(
            "'{text}' is not a group code",
            "'{text}'은(는) 그룹 코드가 아니에요"
        ),
        Damage::NoValue => bilingual!(
            "the file ends after a group code",
            "그룹 코드 뒤에서 파일이 끝나요"
        ),
        Damage::EndInTag => bilingual!("the file ends within a tag", "태그 안에서 파일이 끝나요"),
        Damage::UnnamedSection => bilingual!("a section has no name", "섹션에 이름이 없어요"),
        Damage::UnreadableType => {
            bilingual!("the entity type is not text", "항목의 유형이 텍스트가 아니에요")
        }
        Damage::EndInSection => bilingual!(
            "the file ends within a section, so it is incomplete",
            "섹션 안에서 파일이 끝나서 빠진 것이 있어요"
        ),
    }
}

/// Returns the reason why an entity is left out.
pub(super) fn number_error(error: InvalidNumber) -> Bilingual {
    bilingual!(
        "the value of group {} is not a finite number",
        "그룹 {}의 값이 유한한 수가 아니에요",
        error.code
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_explained_in_both_languages() {
        let message = |bytes: &[u8]| {
            let error = trammel_dxf::Document::scan(bytes).err();
            error.map(|error| file_error(&error).0)
        };
        assert_eq!(
            message(b"0\nLINE\nlayer\n0\n"),
            Some(Bilingual::new(
                "The DXF file is damaged on line 3: 'layer' is not a group code. Save it again in the program that made it.",
                "DXF 파일의 3번째 줄이(가) 손상됐어요('layer'은(는) 그룹 코드가 아니에요). 만든 프로그램에서 다시 저장하세요."
            ))
        );
    }
}
