//! Tools for the name and the unit of the drawing.

use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::units_arg::UnitsArg;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_language::bilingual;

/// Set the name or the unit of the drawing. Numbers stay as they are, so another unit changes every size; convert_units keeps the
/// sizes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SetDrawing {
    /// Name of the drawing. Default: stays as it is.
    name: Option<String>,
    /// The physical unit of one drawing unit. Default: stays as it is.
    units: Option<UnitsArg>,
}

impl Tool for SetDrawing {
    const NAME: &'static str = "set_drawing";
    const KOREAN: &'static str = "도면의 이름이나 단위를 정합니다. 숫자는 그대로이므로 단위를 바꾸면 크기가 모두 달라집니다. convert_units는 크기를 유지합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "units, millimeter, inch, title, name of the drawing",
        "단위, 제목, 도면 이름",
    ];
    const DOMAIN: Domain = Domain::Layers;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const POSITIONAL: &'static [&'static str] = &["name", "units"];
    const EXAMPLE: &'static str = "set_drawing({ name: 'bracket', units: 'cm' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        if self.name.is_none() && self.units.is_none() {
            return Err(ToolError::new(bilingual!(
                "set_drawing: name and units are missing. Give one or both.",
                "set_drawing: name과 units가 없어요. 하나나 둘 다 주세요."
            )));
        }
        let units = self.units.map(|units| units.0);
        let result = cx.edit.set_title(self.name.as_deref(), units);
        result.map_err(|error| ToolError::from(error).within(Self::NAME))?;
        Ok(Output::Data(if cx.in_sandbox {
            json!(cx.edit.name())
        } else {
            json!({ "name": cx.edit.name(), "units": cx.edit.units() })
        }))
    }
}

/// Convert the drawing to another unit: numbers change, and every size stays. Scales everything about the origin: entities, line
/// widths, layers, tolerances, constraints. Calls after it are in the new unit.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ConvertUnits {
    /// The new unit.
    units: UnitsArg,
}

impl Tool for ConvertUnits {
    const NAME: &'static str = "convert_units";
    const KOREAN: &'static str = "도면을 다른 단위로 변환합니다. 숫자가 바뀌고 실제 크기는 그대로입니다.";
    const SYNONYMS: [&'static str; 2] = [
        "unit conversion, mm to inches, inches to mm, metric, imperial",
        "단위 변환, 인치, 밀리미터",
    ];
    const DOMAIN: Domain = Domain::Layers;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const POSITIONAL: &'static [&'static str] = &["units"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 254, height: 127 });\n\
        convert_units({ units: 'in' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let result = cx.edit.convert_units(self.units.0);
        let factor = result.map_err(|error| ToolError::from(error).within(Self::NAME))?;
        Ok(Output::Data(if cx.in_sandbox {
            json!(cx.edit.name())
        } else {
            json!({ "units": cx.edit.units(), "factor": factor })
        }))
    }
}
