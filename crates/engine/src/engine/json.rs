//! Replacement of `JSON.parse` with a bounded parser.
//!
//! The engine evaluates the text as a program, which is slow, needs much memory, and reports nesting errors without a
//! place. This parser reads the text once, bounds the nesting depth, and reports line and column of an error. With a
//! reviver, the engine's own `JSON.parse` runs on the text after this parser has accepted it.

use super::method::method;
use super::run_state::native;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};
use trammel_language::{Bilingual, bilingual};

/// Maximum nesting depth of arrays and objects.
const MAX_DEPTH: usize = 200;

/// Maximum nesting depth for which the engine applies a reviver.
const MAX_REVIVED: usize = 64;

/// Replaces `JSON.parse`.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    let own = json.get(js_string!("parse"), context)?;
    let parse = NativeFunction::from_copy_closure_with_captures(
        |this, args, own: &JsValue, context| {
            let text = args.first().cloned().unwrap_or_default().to_string(context)?;
            let reviver = args.get(1).filter(|reviver| reviver.is_callable());
            let mut reader = Reader {
                text: text.to_vec(),
                at: 0,
                deepest: 0,
            };
            let value = reader.whole(context)?;
            match (reviver, own.as_callable()) {
                (Some(_), Some(_)) if reader.deepest > MAX_REVIVED => Err(reader.wrong(&bilingual!(
                    "nested more than {MAX_REVIVED} levels deep, the maximum with a reviver",
                    "reviver가 있을 때의 최대인 {MAX_REVIVED}단계보다 깊게 겹쳤어요"
                ))),
                (Some(reviver), Some(own)) => own.call(this, &[text.into(), reviver.clone()], context),
                _ => Ok(value),
            }
        },
        own,
    );
    method(&json, "parse", 2, parse, context)
}

struct Reader {
    text: Vec<u16>,
    at: usize,
    deepest: usize,
}

impl Reader {
    fn whole(&mut self, context: &mut Context) -> JsResult<JsValue> {
        let value = self.value(1, context)?;
        self.skip();
        if self.at < self.text.len() {
            return Err(self.wrong(&bilingual!(
                "unexpected character after the JSON data",
                "JSON 데이터 뒤에 남은 글자가 있어요"
            )));
        }
        Ok(value)
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).and_then(|unit| u8::try_from(*unit).ok())
    }

    fn skip(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn wrong(&self, why: &Bilingual) -> JsError {
        let before = self.text.get(..self.at).unwrap_or(&self.text);
        let line = before.iter().filter(|unit| **unit == 0x0a).count() + 1;
        let column = before.iter().rev().take_while(|unit| **unit != 0x0a).count() + 1;
        let here: String = char::decode_utf16(self.text.iter().skip(self.at).take(12).copied())
            .map(|c| c.unwrap_or('\u{fffd}'))
            .collect();
        let found = if here.is_empty() {
            bilingual!("found end of data", "데이터가 끝났어요")
        } else {
            bilingual!("found {here:?}", "{here:?}이(가) 있어요")
        };
        let message = bilingual!(
            "JSON.parse: {why}, {found} at line {line} column {column} of the JSON data",
            "JSON.parse: {why:#}. JSON 데이터 {line}번째 줄 {column}번째 칸에서 {found:#}"
        );
        native(JsNativeError::syntax(), message)
    }

    fn value(&mut self, depth: usize, context: &mut Context) -> JsResult<JsValue> {
        self.skip();
        self.deepest = self.deepest.max(depth);
        match self.peek() {
            Some(b'{' | b'[') if depth > MAX_DEPTH => Err(self.wrong(&bilingual!(
                "nested more than {MAX_DEPTH} levels deep",
                "{MAX_DEPTH}단계보다 깊게 겹쳤어요"
            ))),
            Some(b'{') => self.object(depth, context),
            Some(b'[') => self.list(depth, context),
            Some(b'"') => self.string().map(JsValue::from),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", true.into()),
            Some(b'f') => self.word("false", false.into()),
            Some(b'n') => self.word("null", JsValue::null()),
            _ => Err(self.wrong(&bilingual!("expected a value", "값이 있어야 해요"))),
        }
    }

    fn word(&mut self, word: &str, value: JsValue) -> JsResult<JsValue> {
        let there = self.text.iter().skip(self.at).take(word.len()).copied();
        if there.eq(word.encode_utf16()) {
            self.at += word.len();
            return Ok(value);
        }
        Err(self.wrong(&bilingual!("expected a value", "값이 있어야 해요")))
    }

    fn object(&mut self, depth: usize, context: &mut Context) -> JsResult<JsValue> {
        let object = JsObject::with_object_proto(context.intrinsics());
        self.at += 1;
        self.skip();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(object.into());
        }
        loop {
            self.skip();
            if self.peek() != Some(b'"') {
                return Err(self.wrong(&bilingual!(
                    "expected double-quoted property name",
                    "큰따옴표로 묶은 속성 이름이 있어야 해요"
                )));
            }
            let key = self.string()?;
            self.skip();
            if self.peek() != Some(b':') {
                return Err(self.wrong(&bilingual!(
                    "expected ':' after property name",
                    "속성 이름 뒤에 ':'이 있어야 해요"
                )));
            }
            self.at += 1;
            let value = self.value(depth + 1, context)?;
            object.create_data_property(PropertyKey::from(key), value, context)?;
            self.skip();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(object.into());
                }
                _ => {
                    return Err(self.wrong(&bilingual!(
                        "expected ',' or '}}' after property value",
                        "속성 값 뒤에 ','나 '}}'가 있어야 해요"
                    )));
                }
            }
        }
    }

    fn list(&mut self, depth: usize, context: &mut Context) -> JsResult<JsValue> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip();
        if self.peek() == Some(b']') {
            self.at += 1;
        } else {
            loop {
                items.push(self.value(depth + 1, context)?);
                self.skip();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => {
                        self.at += 1;
                        break;
                    }
                    _ => {
                        return Err(self.wrong(&bilingual!(
                            "expected ',' or ']' after array element",
                            "배열 원소 뒤에 ','나 ']'가 있어야 해요"
                        )));
                    }
                }
            }
        }
        Ok(JsArray::from_iter(items, context).into())
    }

    fn string(&mut self) -> JsResult<JsString> {
        self.at += 1;
        let mut units = Vec::new();
        loop {
            let Some(unit) = self.text.get(self.at).copied() else {
                return Err(self.wrong(&bilingual!("unterminated string", "문자열이 닫히지 않았어요")));
            };
            match unit {
                0x22 => {
                    self.at += 1;
                    return Ok(JsString::from(&units[..]));
                }
                0..0x20 => {
                    return Err(self.wrong(&bilingual!(
                        "bad control character in string literal",
                        "문자열에 쓸 수 없는 제어 문자가 있어요"
                    )));
                }
                0x5c => units.push(self.read_escape()?),
                _ => {
                    units.push(unit);
                    self.at += 1;
                }
            }
        }
    }

    fn read_escape(&mut self) -> JsResult<u16> {
        self.at += 1;
        let unit = match self.peek() {
            Some(c @ (b'"' | b'\\' | b'/')) => u16::from(c),
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => 10,
            Some(b'r') => 13,
            Some(b't') => 9,
            Some(b'u') => {
                let digits = self
                    .text
                    .get(self.at + 1..self.at + 5)
                    .map(String::from_utf16_lossy);
                let plain = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
                let Some(unit) = plain.and_then(|digits| u16::from_str_radix(&digits, 16).ok()) else {
                    return Err(self.wrong(&bilingual!(
                        "bad Unicode escape",
                        "유니코드 이스케이프가 잘못됐어요"
                    )));
                };
                self.at += 4;
                unit
            }
            _ => {
                return Err(self.wrong(&bilingual!(
                    "bad escaped character",
                    "이스케이프 문자가 잘못됐어요"
                )));
            }
        };
        self.at += 1;
        Ok(unit)
    }

    fn number(&mut self) -> JsResult<JsValue> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let digits = |reader: &mut Reader| {
            let from = reader.at;
            while matches!(reader.peek(), Some(b'0'..=b'9')) {
                reader.at += 1;
            }
            reader.at - from
        };
        let leading_zero = self.peek() == Some(b'0');
        let whole = digits(self);
        if whole == 0 || (leading_zero && whole > 1) {
            return Err(self.wrong(&bilingual!("invalid number", "숫자가 잘못됐어요")));
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if digits(self) == 0 {
                return Err(self.wrong(&bilingual!("expected digits", "숫자가 있어야 해요")));
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if digits(self) == 0 {
                return Err(self.wrong(&bilingual!("expected digits", "숫자가 있어야 해요")));
            }
        }
        let text = String::from_utf16_lossy(self.text.get(start..self.at).unwrap_or_default());
        // The grammar above is a subset of Rust's float syntax, so parsing cannot fail.
        let number: f64 = text.parse().unwrap_or(f64::NAN);
        Ok(JsValue::from(number))
    }
}
