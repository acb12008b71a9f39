//! A drawing in the fragment of a URL: `#t1.LENGTH.BYTES.CHECK.TEXT`.
//!
//! LENGTH is the number of characters of TEXT, which makes truncated links detectable; BYTES is the size of the
//! uncompressed project; CHECK is the CRC-32 of the compressed bytes in hexadecimal; TEXT is the project,
//! compressed with deflate and encoded as URL-safe base64. Invariants: a link contains the drawing's code and
//! nothing else; a modified link is refused before decompression; no text, even a hostile one, decompresses to
//! more than [`MAX_BYTES`]. A link without code contains the scene JSON in place of the project.

use super::json;
use super::json_head::format_of;
use super::project::{self, Project};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use std::fmt;
use trammel_language::{Bilingual, Translated, bilingual};
use trammel_scene::Scene;

/// Version of links that this program writes and reads.
pub const VERSION: u32 = 1;

/// Maximum size of an uncompressed project in a link, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// Maximum length of a link in characters; browsers accept about two million.
pub const MAX_CHARS: usize = 1_000_000;

/// Compression level; 9 is the strongest of common deflate levels.
const LEVEL: u8 = 9;

/// Reason why a link cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The text is not a link of this program.
    NotALink,
    /// The end is missing: the number of received characters and the number of expected characters.
    Cut(usize, usize),
    /// The link was modified.
    Corrupt,
    /// A newer version of this program wrote the link.
    Newer(u32),
    /// The project is too large for a link; its size in bytes.
    TooLarge(usize),
    /// The link would be too long; its length in characters.
    TooLong(usize),
    /// The link is intact, but its content is not a valid project.
    Malformed(Bilingual),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = {
            match self {
                LinkError::NotALink => bilingual!("this is not a Trammel link", "Trammel 링크가 아니에요"),
                LinkError::Cut(there, wanted) => bilingual!(
                    "the link is incomplete: {there} of {wanted} characters. Ask for the whole link or for the project file.",
                    "링크가 잘려서 {wanted}자 가운데 {there}자뿐이에요. 전체 링크나 프로젝트 파일을 받으세요."
                ),
                LinkError::Corrupt => {
                    bilingual!(
                        "the link is corrupted. Ask for it again, or for the project file.",
                        "링크가 손상됐어요. 링크나 프로젝트 파일을 다시 받으세요."
                    )
                }
                LinkError::Newer(version) => bilingual!(
                    "the link has version {version}, but this program supports {VERSION}. Update Trammel, or reload the page.",
                    "링크의 버전은 {version}인데 이 프로그램은 {VERSION}까지 열어요. Trammel을 업데이트하거나 페이지를 새로 고치세요."
                ),
                LinkError::TooLarge(bytes) => bilingual!(
                    "the project is too large for a link: {bytes} bytes, at most {MAX_BYTES}. Use the project file.",
                    "프로젝트가 링크에 담기에 너무 커요. {bytes}바이트이고 최대 {MAX_BYTES}바이트이니 프로젝트 파일을 쓰세요."
                ),
                LinkError::TooLong(chars) => bilingual!(
                    "the link would have {chars} characters, at most {MAX_CHARS}. Use the project file.",
                    "링크가 {chars}자가 되는데 최대 {MAX_CHARS}자예요. 프로젝트 파일을 쓰세요."
                ),
                LinkError::Malformed(why) => bilingual!(
                    "the link does not contain a valid project: {why}",
                    "링크에 올바른 프로젝트가 없어요: {why:#}"
                ),
            }
        };
        text.fmt(f)
    }
}

impl Translated for LinkError {}

impl std::error::Error for LinkError {}

/// A place where links are shared, with its length limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharingPlace {
    /// Stable id.
    pub id: &'static str,
    /// Maximum length of a link in characters that the place keeps intact.
    pub limit: usize,
}

/// Places with their length limits, strictest first.
pub const PLACES: &[SharingPlace] = &[
    // A chat message has at most 2,000 characters.
    SharingPlace {
        id: "chat",
        limit: 2_000,
    },
    // Slack truncates links at about 4,000 characters without a warning.
    SharingPlace {
        id: "slack",
        limit: 4_000,
    },
    // Shortest limit of the address bars of current browsers.
    SharingPlace {
        id: "address",
        limit: 32_000,
    },
];

/// Returns the fragment of a link to the drawing, without `#`. Everything except the drawing is omitted.
///
/// # Errors
/// Returns [`LinkError::TooLarge`] or [`LinkError::TooLong`] if the project or the link exceeds its limit.
pub fn encode(project: &Project) -> Result<String, LinkError> {
    encode_text(&project::write_compact(&project.drawing_only()))
}

/// Returns the fragment of a link to the drawing as scene JSON, without its code, without `#`.
///
/// # Errors
/// Returns [`LinkError::TooLarge`] or [`LinkError::TooLong`] if the scene or the link exceeds its limit.
pub fn encode_scene(scene: &Scene) -> Result<String, LinkError> {
    encode_text(&json::write(scene))
}

fn encode_text(text: &str) -> Result<String, LinkError> {
    let bytes = text.len();
    if bytes > MAX_BYTES {
        return Err(LinkError::TooLarge(bytes));
    }
    let packed = compress_to_vec(text.as_bytes(), LEVEL);
    let check = crc32fast::hash(&packed);
    let packed = URL_SAFE_NO_PAD.encode(packed);
    let link = format!("t{VERSION}.{}.{bytes}.{check:08x}.{packed}", packed.len());
    if link.len() > MAX_CHARS {
        return Err(LinkError::TooLong(link.len()));
    }
    Ok(link)
}

/// Whether a fragment looks like a link of this program, intact or not.
pub fn is_link(fragment: &str) -> bool {
    version(fragment.trim_start_matches('#')).is_some()
}

/// Reads the drawing in a fragment, with or without `#`. Text that a messenger appended is ignored.
///
/// # Errors
/// Returns an error if the fragment is not a link, or is truncated, modified, newer, or too large.
pub fn decode(fragment: &str) -> Result<Project, LinkError> {
    let fragment = fragment.trim().trim_start_matches('#');
    let version = version(fragment).ok_or(LinkError::NotALink)?;
    if version > VERSION {
        return Err(LinkError::Newer(version));
    }
    let mut parts = fragment.splitn(5, '.').skip(1);
    let (length, bytes, check, packed) = (parts.next(), parts.next(), parts.next(), parts.next());
    let Some(packed) = packed else {
        return Err(LinkError::Cut(fragment.len(), fragment.len() + 1));
    };
    let number = |text: Option<&str>| {
        let text = text.unwrap_or_default();
        let value: usize = text.parse().map_err(|_| LinkError::Corrupt)?;
        if value.to_string() == text {
            Ok(value)
        } else {
            Err(LinkError::Corrupt)
        }
    };
    let (length, bytes) = (number(length)?, number(bytes)?);
    if bytes > MAX_BYTES {
        return Err(LinkError::TooLarge(bytes));
    }
    if packed.len() < length {
        return Err(LinkError::Cut(packed.len(), length));
    }
    let packed = packed.get(..length).ok_or(LinkError::Corrupt)?;
    let packed = URL_SAFE_NO_PAD.decode(packed).map_err(|_| LinkError::Corrupt)?;
    if check != Some(format!("{:08x}", crc32fast::hash(&packed)).as_str()) {
        return Err(LinkError::Corrupt);
    }
    let text = decompress_exactly(&packed, bytes).ok_or(LinkError::Corrupt)?;
    let text = String::from_utf8(text).map_err(|_| LinkError::Corrupt)?;
    let is_scene = matches!(format_of(text.as_bytes()), Ok(Some(format)) if format == json::FORMAT);
    let project = match is_scene {
        true => json::read(&text).and_then(|scene| Project::of_scene(&scene)),
        false => project::read(&text),
    };
    let project = project.map_err(LinkError::Malformed)?;
    // A link never contains more than the drawing, regardless of its author.
    Ok(project.drawing_only())
}

/// Decompresses exactly this number of bytes. Returns `None` if there are more or fewer, or if data follows them.
fn decompress_exactly(packed: &[u8], bytes: usize) -> Option<Vec<u8>> {
    let mut text = vec![0; bytes];
    let mut decompressor = Box::<DecompressorOxide>::default();
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let ended = decompress(&mut decompressor, packed, &mut text, 0, flags);
    (ended == (TINFLStatus::Done, packed.len(), bytes)).then_some(text)
}

/// Returns the number after the `t` at the beginning of a link.
fn version(fragment: &str) -> Option<u32> {
    let digits = fragment.strip_prefix('t')?.split('.').next()?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) || digits.starts_with('0') {
        return None;
    }
    digits.parse().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::Arc;
    use trammel_code::FileName;
    use trammel_knowledge::Memory;
    use trammel_scene::{Edit, Name, Shape, Units};

    fn sample() -> Project {
        Project::of_code("// 톱니바퀴\nfor (let i = 0; i < 12; i++) drawCircle('이' + i, i * 10, 0, 4);\n")
    }

    prop_compose! {
        fn any_project()(
            name in prop::option::of(".{0,20}"),
            inches in any::<bool>(),
            main in "\\PC{0,300}",
            lib in prop::option::of("([a-z가-힣(){};= \n]){0,300}"),
        ) -> Project {
            let mut project = Project { name, ..Project::of_code(&main) };
            project.units = inches.then_some(Units::In);
            if let Some(lib) = lib {
                project.files.insert(FileName::new("lib_1").unwrap(), Arc::from(lib));
            }
            project
        }
    }

    proptest! {
        #[test]
        fn a_project_round_trips_through_a_link(project in any_project()) {
            let link = encode(&project).unwrap();
            prop_assert!(link.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)), "{link}");
            prop_assert!(is_link(&link));
            prop_assert_eq!(decode(&link).unwrap(), project.clone());
            prop_assert_eq!(decode(&format!("#{link} ")).unwrap(), project);
        }

        #[test]
        fn random_text_is_refused(text in "\\PC{0,80}", head in "t[0-9]{1,3}(\\.[0-9]{1,4}){0,2}(\\.[0-9a-f]{8})?\\.?") {
            prop_assert!(decode(&text).is_err());
            let headed = head + &text;
            prop_assert!(decode(&headed).is_err());
        }

        #[test]
        fn changed_characters_are_detected(at in any::<prop::sample::Index>(), new in "\\PC") {
            let link = encode(&sample()).unwrap();
            let at = at.index(link.len());
            let changed = format!("{}{new}{}", &link[..at], &link[at + 1..]);
            let read = decode(&changed);
            prop_assert!(read.is_err() || read == Ok(sample()), "{changed}");
        }
    }

    #[test]
    fn a_scene_round_trips_through_a_link_without_code() {
        let mut edit = Edit::by_user(Scene::new("plan").with_units(Units::In));
        let shape = Shape::Circle {
            center: (1.5, -2.0).into(),
            radius: 0.1,
        };
        let name = Name::new("hole").unwrap();
        edit.insert(&name, shape, Arc::default(), false).unwrap();
        edit.set_flags("hole", trammel_scene::Flags::HIDDEN).unwrap();
        let scene = edit.finish().0;
        let project = decode(&encode_scene(&scene).unwrap()).unwrap();
        assert_eq!(project, Project::of_scene(&scene).unwrap());
        assert_eq!(project.locks[&name], trammel_scene::Flags::HIDDEN);
        assert_eq!(
            (project.name.as_deref(), project.units),
            (Some("plan"), Some(Units::In))
        );
    }

    #[test]
    fn every_truncated_link_is_reported_as_cut() {
        let link = encode(&sample()).unwrap();
        for length in 0..link.len() {
            let error = decode(&link[..length]).unwrap_err();
            let right = match error {
                LinkError::NotALink => length < 2,
                LinkError::Cut(there, wanted) => there < wanted,
                // Truncation inside the checksum is reported as a cut, because the text is then missing as well.
                _ => false,
            };
            assert!(right, "{length}: {error:?}");
        }
    }

    #[test]
    fn every_single_character_change_is_refused_or_harmless() {
        let link = encode(&sample()).unwrap();
        for at in 0..link.len() {
            for new in "0A9zZ_-.f~#가".chars() {
                let changed = format!("{}{new}{}", &link[..at], &link[at + 1..]);
                let read = decode(&changed);
                assert!(read.is_err() || read == Ok(sample()), "{at} {new}: {read:?}");
            }
        }
    }

    #[test]
    fn each_kind_of_damage_has_its_own_error() {
        let link = encode(&sample()).unwrap();
        assert_eq!(decode("drawing"), Err(LinkError::NotALink));
        assert_eq!(decode(""), Err(LinkError::NotALink));
        assert!(!is_link("#panel-chat") && !is_link("#top") && !is_link("#t0.") && is_link("#t1.5"));
        assert_eq!(decode(&link.replacen("t1", "t2", 1)), Err(LinkError::Newer(2)));
        assert!(matches!(decode(&link[..link.len() - 5]), Err(LinkError::Cut(..))));
        let last = if link.ends_with('A') { "B" } else { "A" };
        let at = link.len() - 9;
        let changed = format!("{}{last}{}", &link[..at], &link[at + 1..]);
        assert_eq!(decode(&changed), Err(LinkError::Corrupt));
        let appended = format!("{link})&utm_source=chat");
        assert_eq!(decode(&appended), Ok(sample()));
    }

    /// Creates a link with a correct checksum for any text.
    fn packed(text: &str, declared: usize) -> String {
        let packed = compress_to_vec(text.as_bytes(), LEVEL);
        let check = crc32fast::hash(&packed);
        let packed = URL_SAFE_NO_PAD.encode(packed);
        format!("t1.{}.{declared}.{check:08x}.{packed}", packed.len())
    }

    #[test]
    fn decompression_bombs_and_foreign_contents_are_refused() {
        let bomb = "0".repeat(16 << 20);
        assert_eq!(
            decode(&packed(&bomb, bomb.len())),
            Err(LinkError::TooLarge(bomb.len()))
        );
        assert_eq!(decode(&packed(&bomb, 1000)), Err(LinkError::Corrupt));
        assert!(matches!(decode(&packed("{}", 2)), Err(LinkError::Malformed(_))));
        let newer = r#"{"format":"trammel-project","version":9,"files":{"main":""}}"#;
        let error = decode(&packed(newer, newer.len())).unwrap_err().to_string();
        assert!(error.contains("version 9"), "{error}");
        let large = Project {
            files: (0..20)
                .map(|n| {
                    let name = if n == 0 {
                        "main".to_owned()
                    } else {
                        format!("f{n}")
                    };
                    (FileName::new(&name).unwrap(), Arc::from("x".repeat(250_000)))
                })
                .collect(),
            ..Project::default()
        };
        assert!(matches!(encode(&large), Err(LinkError::TooLarge(_))));
    }

    #[test]
    fn links_contain_no_memory_and_no_locks_even_when_added_by_hand() {
        let mut memory = Memory::default();
        memory.decisions.add("secret", "canary-7731", "because").unwrap();
        let held = trammel_scene::Flags {
            locked: true,
            hidden: true,
        };
        let project = Project {
            memory: Some(memory),
            locks: [(Name::new("canary").unwrap(), held)].into(),
            ..sample()
        };
        let hidden = Project {
            locks: [(Name::new("canary").unwrap(), trammel_scene::Flags::HIDDEN)].into(),
            ..sample()
        };
        assert_eq!(decode(&encode(&project).unwrap()), Ok(hidden.clone()));
        let whole = project::write_compact(&project);
        assert!(whole.contains("canary-7731"));
        assert_eq!(decode(&packed(&whole, whole.len())), Ok(hidden));
    }

    #[test]
    fn a_link_that_is_too_long_is_refused_with_its_length() {
        // Pseudo-random characters, which deflate cannot shorten below three quarters.
        let mut state = 1_u64;
        let noise: String = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from(b'0' + (state >> 58) as u8)
        })
        .take(1_200_000)
        .collect();
        let project = Project::of_code(&noise);
        let error = encode(&project).unwrap_err().to_string();
        assert!(
            error.starts_with("the link would have 1") && error.contains("at most 1000000"),
            "{error}"
        );
    }

    #[test]
    fn places_are_sorted_by_their_length_limit() {
        assert!(PLACES.is_sorted_by_key(|place| place.limit));
    }
}
