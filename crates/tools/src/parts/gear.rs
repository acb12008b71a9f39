//! Tool that draws gears and racks.

use crate::checks::invalid;
use crate::draw::{Options, draw};
use crate::lengths::{above_zero, zero_or_more};
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::types::{AngleUnit, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use trammel_base::numbers::number_text;
use trammel_kernel::affine::rotation;
use trammel_kernel::gear::{DEDENDUM, Gear, GearError, Toothing};
use trammel_kernel::{Affine, Path, Point};
use trammel_language::bilingual;
use trammel_scene::{Shape, check_coordinate};

/// Largest number of teeth.
const MOST: i64 = 400;

/// Pressure angle of ISO 53, in degrees.
const PRESSURE_ANGLE: f64 = 20.0;

/// Number of teeth below which a generating tool undercuts flanks of 20 degrees without a profile shift.
const UNDERCUT: i64 = 17;

/// Form of a gear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum GearKind {
    #[default]
    External,
    Internal,
    Rack,
}

/// Draw an involute spur gear, an internal gear, or a rack, as one exact area. Tooth height 2.25 modules; the flanks are within
/// a millionth of a module of the involute.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DrawGear {
    /// Name of the new entity; unique in the drawing.
    name: String,
    /// Module: pitch diameter divided by teeth.
    module: f64,
    /// Number of teeth.
    teeth: i64,
    /// x of the center; of a rack: of the left end. Default: 0.
    x: Option<f64>,
    /// y of the center; of a rack: of the pitch line. Default: 0.
    y: Option<f64>,
    /// "external" (default), "internal" (a ring with teeth inside) or "rack" (teeth upward).
    kind: Option<GearKind>,
    /// Pressure angle. Default: 20 degrees.
    pressure_angle: Option<f64>,
    /// Direction of the axis of the first tooth (internal: gap). Default: 0, to the right.
    angle: Option<f64>,
    /// Unit of both angles. Default: radian.
    angle_unit: Option<AngleUnit>,
    /// Diameter of a round hole in the center. Default: none.
    bore: Option<f64>,
    /// Outer diameter of an internal gear; height of a rack below its roots. Default: 3 modules of material.
    rim: Option<f64>,
    /// Profile shift in modules. Default: 0.
    shift: Option<f64>,
    /// Width by which a tooth is thinner at the pitch circle. Default: 0.
    backlash: Option<f64>,
    /// Radius of the root fillets. Default: 0.38 modules, or less where there is no room.
    root_fillet: Option<f64>,
    /// Stroke and fill. Default: ink outline 0.35 mm wide, no fill.
    style: Option<StyleArg>,
    /// Layer to draw on; its color and line weight are the stroke's defaults.
    layer: Option<String>,
    /// Replace an entity of this name, keeping its place in the order, instead of refusing.
    replace: Option<bool>,
}

impl Tool for DrawGear {
    const NAME: &'static str = "draw_gear";
    const KOREAN: &'static str = "인벌류트 기어, 내접 기어, 랙을 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "involute, teeth, spur gear, cog, pinion, rack, internal gear, ring gear, sprocket, cogwheel",
        "기어, 톱니바퀴, 인벌류트, 랙, 피니언, 내접 기어",
    ];
    const DOMAIN: Domain = Domain::Parts;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "module", "teeth", "x", "y"];
    const EXAMPLE: &'static str = "draw_gear({ name: 'gear', module: 2, teeth: 24 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let gear = self.gear()?;
        let kind = self.kind.unwrap_or_default();
        let at = Point::new(self.x.unwrap_or(0.0), self.y.unwrap_or(0.0));
        check_coordinate("draw_gear: x", at.x).map_err(invalid)?;
        check_coordinate("draw_gear: y", at.y).map_err(invalid)?;
        let turn = self.unit().radians(self.angle.unwrap_or(0.0));
        check_coordinate("draw_gear: angle", turn).map_err(invalid)?;
        let outlines = match kind {
            GearKind::External => self.external(&gear)?,
            GearKind::Internal => self.internal(&gear)?,
            GearKind::Rack => self.rack(&gear)?,
        };
        if kind == GearKind::External
            && self.teeth < UNDERCUT
            && gear.shift <= 0.0
            && gear.pressure_angle <= PRESSURE_ANGLE.to_radians()
        {
            cx.notes.warnings.push(bilingual!(
                "draw_gear: a generated gear with fewer than {UNDERCUT} teeth is undercut; here the flanks are radial below the base \
                 circle. A shift of about 0.5 avoids undercut.",
                "draw_gear: 잇수가 {UNDERCUT}보다 적은 기어는 창성하면 언더컷이 생기지만, 여기서는 기초원 아래 이의 옆면이 반지름 방향 \
                 직선이에요. 전위 계수를 0.5쯤으로 하면 언더컷이 생기지 않아요."
            ));
        }
        let place = Affine::translate(at.to_vec2()) * rotation(turn);
        let paths = outlines.iter().map(|path| path.transformed(&place)).collect();
        let options = Options {
            style: self.style,
            layer: self.layer,
            replace: self.replace,
            ..Options::default()
        };
        draw(cx.edit, Self::NAME, &self.name, Shape::Region { paths }, options)
    }
}

impl DrawGear {
    fn unit(&self) -> AngleUnit {
        self.angle_unit.unwrap_or_default()
    }

    /// Checks the sizes and returns the toothing.
    fn gear(&self) -> Result<Gear, ToolError> {
        let least = if self.kind == Some(GearKind::Rack) { 1 } else { 4 };
        let teeth = u32::try_from(self.teeth)
            .ok()
            .filter(|_| (least..=MOST).contains(&self.teeth));
        let teeth = teeth.ok_or_else(|| {
            ToolError::new(bilingual!(
                "draw_gear: teeth must be from {least} to {MOST}, got {}",
                "draw_gear: teeth는 {least}~{MOST}이어야 하는데 {}을(를) 받았어요",
                self.teeth
            ))
        })?;
        let angle = match self.pressure_angle {
            Some(angle) => {
                check_coordinate("draw_gear: pressure_angle", angle).map_err(invalid)?;
                self.unit().radians(angle)
            }
            None => PRESSURE_ANGLE.to_radians(),
        };
        if !(5_f64.to_radians()..=40_f64.to_radians()).contains(&angle) {
            return Err(ToolError::new(bilingual!(
                "draw_gear: pressure_angle must be from 5 to 40 degrees, got {:.4} degrees. Give the unit of the angles with angle_unit.",
                "draw_gear: pressure_angle은 5~40도여야 하는데 {:.4}도예요. 각도의 단위는 angle_unit으로 정하세요.",
                angle.to_degrees()
            )));
        }
        let shift = self.shift.unwrap_or(0.0);
        if !(-1.0..=1.5).contains(&shift) {
            let shift = number_text(shift);
            return Err(ToolError::new(bilingual!(
                "draw_gear: shift must be from -1 to 1.5 modules, got {shift}",
                "draw_gear: shift는 모듈의 -1~1.5배여야 하는데 {shift}을(를) 받았어요"
            )));
        }
        let fillet = self
            .root_fillet
            .map(|radius| zero_or_more(Self::NAME, "root_fillet", radius));
        Ok(Gear {
            module: above_zero(Self::NAME, "module", self.module)?,
            teeth,
            pressure_angle: angle,
            shift,
            backlash: zero_or_more(Self::NAME, "backlash", self.backlash.unwrap_or(0.0))?,
            fillet: fillet.transpose()?,
        })
    }

    fn external(&self, gear: &Gear) -> Result<Vec<Path>, ToolError> {
        self.without_rim()?;
        let (outline, _) = gear.outline(Toothing::External).map_err(gear_error)?;
        let (_, root) = gear.tip_and_root(Toothing::External);
        let mut outlines = vec![outline];
        if let Some(bore) = self.bore {
            let bore = above_zero(Self::NAME, "bore", bore)?;
            if bore >= 2.0 * root {
                return Err(ToolError::new(bilingual!(
                    "draw_gear: bore {bore} must be smaller than the root diameter {:.4}",
                    "draw_gear: bore {bore}은(는) 이뿌리원 지름 {:.4}보다 작아야 해요",
                    2.0 * root
                )));
            }
            outlines.push(Path::circle(Point::ORIGIN, 0.5 * bore).reversed());
        }
        Ok(outlines)
    }

    fn internal(&self, gear: &Gear) -> Result<Vec<Path>, ToolError> {
        self.without_bore()?;
        let (hole, _) = gear.outline(Toothing::Internal).map_err(gear_error)?;
        let (_, root) = gear.tip_and_root(Toothing::Internal);
        let rim = self.rim.map_or(Ok(2.0 * (root + 3.0 * gear.module)), |rim| {
            above_zero(Self::NAME, "rim", rim)
        })?;
        if rim <= 2.0 * root {
            let rim = number_text(rim);
            return Err(ToolError::new(bilingual!(
                "draw_gear: rim {rim} must be larger than the root diameter {:.4}",
                "draw_gear: rim {rim}은(는) 이뿌리원 지름 {:.4}보다 커야 해요",
                2.0 * root
            )));
        }
        Ok(vec![Path::circle(Point::ORIGIN, 0.5 * rim), hole.reversed()])
    }

    fn rack(&self, gear: &Gear) -> Result<Vec<Path>, ToolError> {
        self.without_bore()?;
        let height = self
            .rim
            .map_or(Ok(3.0 * gear.module), |rim| above_zero(Self::NAME, "rim", rim))?;
        let (outline, _) = gear.rack(height).map_err(gear_error)?;
        Ok(vec![outline])
    }

    fn without_rim(&self) -> Result<(), ToolError> {
        match self.rim {
            None => Ok(()),
            Some(_) => Err(ToolError::new(bilingual!(
                "draw_gear: rim is for kind \"internal\" and \"rack\". Use bore for the hole.",
                "draw_gear: rim은 kind \"internal\"과 \"rack\"에 써요. 구멍에는 bore를 쓰세요."
            ))),
        }
    }

    fn without_bore(&self) -> Result<(), ToolError> {
        match self.bore {
            None => Ok(()),
            Some(_) => Err(ToolError::new(bilingual!(
                "draw_gear: bore is for kind \"external\". Use rim for the outer size.",
                "draw_gear: bore는 kind \"external\"에 써요. 바깥 크기에는 rim을 쓰세요."
            ))),
        }
    }
}

fn gear_error(error: GearError) -> ToolError {
    ToolError::new(match error {
        GearError::Pointed => {
            bilingual!(
                "draw_gear: the teeth are pointed below their tips. Use more teeth, a smaller shift, or a smaller pressure_angle.",
                "draw_gear: 이가 이끝 아래에서 뾰족해져요. 잇수를 늘리거나 shift나 pressure_angle을 줄이세요."
            )
        }
        GearError::NoGap => {
            bilingual!(
                "draw_gear: neighboring teeth meet above the root. Use more teeth, a smaller shift, or a smaller pressure_angle.",
                "draw_gear: 이웃한 이가 이뿌리 위에서 만나요. 잇수를 늘리거나 shift나 pressure_angle을 줄이세요."
            )
        }
        GearError::NoInvolute => bilingual!(
            "draw_gear: the root circle, {DEDENDUM} modules inside the pitch circle, has no room. Use more teeth or a larger shift.",
            "draw_gear: 피치원 안쪽으로 모듈의 {DEDENDUM}배인 이뿌리원의 자리가 없어요. 잇수나 shift를 늘리세요."
        ),
        GearError::Fillet(most) => {
            bilingual!(
                "draw_gear: root_fillet must be at most {most:.4}, because the fillets of a gap would overlap",
                "draw_gear: 한 이홈의 두 모깎기가 겹치지 않게 root_fillet은 {most:.4} 이하여야 해요"
            )
        }
    })
}
