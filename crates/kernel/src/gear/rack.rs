//! Outline of a rack: a gear of infinite diameter, whose flanks are straight.

use super::outline::Outline;
use super::spur::{DEDENDUM, FILLET, Gear, GearError};
use crate::num::sin_cos;
use crate::{Path, Point};
use std::f64::consts::{FRAC_PI_2, PI};

impl Gear {
    /// Returns the closed outline of a rack, counterclockwise: the pitch line is the x axis, and the body reaches
    /// `height` below the roots. Also returns the radius of the root fillets.
    ///
    /// # Errors
    /// Returns the reason if the proportions give no outline.
    pub fn rack(&self, height: f64) -> Result<(Path, f64), GearError> {
        let (module, tan) = (self.module, libm::tan(self.pressure_angle));
        let pitch = PI * module;
        let middle = 0.25 * pitch - 0.5 * self.backlash;
        let (tip, root) = (middle - module * tan, middle + DEDENDUM * module * tan);
        let floor = 0.5 * pitch - root;
        if tip <= 0.0 {
            return Err(GearError::Pointed);
        }
        if floor <= 0.0 {
            return Err(GearError::NoGap);
        }
        // The tangents of a fillet are as long as its radius times the tangent of half the change of direction.
        let turn = FRAC_PI_2 - self.pressure_angle;
        let per_radius = libm::tan(0.5 * turn);
        let most = floor / per_radius;
        let fillet = self.fillet.unwrap_or((FILLET * module).min(most));
        if fillet > most {
            return Err(GearError::Fillet(most));
        }
        let low = -DEDENDUM * module;
        let (sin, cos) = sin_cos(self.pressure_angle);
        let reach = fillet * per_radius;
        let mut outline = Outline::at(Point::new(0.0, low));
        for tooth in 0..self.teeth {
            let axis = (f64::from(tooth) + 0.5) * pitch;
            let corner = axis - root;
            outline.line(Point::new(corner - reach, low));
            outline.arc(
                Point::new(corner - reach, low + fillet),
                fillet,
                (-FRAC_PI_2, turn),
            );
            outline.line(Point::new(axis - tip, module));
            outline.line(Point::new(axis + tip, module));
            let corner = axis + root;
            outline.line(Point::new(corner - reach * sin, low + reach * cos));
            outline.arc(
                Point::new(corner + reach, low + fillet),
                fillet,
                (-FRAC_PI_2 - turn, turn),
            );
        }
        let end = f64::from(self.teeth) * pitch;
        outline.line(Point::new(end, low));
        outline.line(Point::new(end, low - height));
        outline.line(Point::new(0.0, low - height));
        outline.line(Point::new(0.0, low));
        Ok((Path::new(outline.segs, true).reversed(), fillet))
    }
}
