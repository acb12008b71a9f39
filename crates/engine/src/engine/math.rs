//! `Math` functions with bit-identical results on every platform.
//!
//! The engine's own functions call the C library natively and another library in the browser, and their results
//! differ in the last digit. These replacements use `libm`, as the geometry does. (`sqrt` and rounding are exact by
//! the standard.) The engine has no hook for the operator `**`, which calls the platform's `pow`: in the browser that
//! is already `libm`'s, and natively [`exact`] overrides the symbol. (Integer exponents are computed by
//! multiplication, with the same result on every platform.)

use super::method::method;
use boa_engine::native_function::NativeFunction;
use boa_engine::{Context, JsResult, JsValue};

type Unary = fn(f64) -> f64;

const UNARY: [(&str, Unary); 19] = [
    ("sin", libm::sin),
    ("cos", libm::cos),
    ("tan", libm::tan),
    ("asin", libm::asin),
    ("acos", libm::acos),
    ("atan", libm::atan),
    ("sinh", libm::sinh),
    ("cosh", libm::cosh),
    ("tanh", libm::tanh),
    ("asinh", libm::asinh),
    ("acosh", libm::acosh),
    ("atanh", libm::atanh),
    ("exp", libm::exp),
    ("expm1", libm::expm1),
    ("log", libm::log),
    ("log10", libm::log10),
    ("log2", libm::log2),
    ("log1p", libm::log1p),
    ("cbrt", libm::cbrt),
];

/// Replaces the functions whose results are not exact by definition.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    for (name, function) in UNARY {
        let native = NativeFunction::from_copy_closure(move |_, args, context| {
            number(args, 0, context).map(|x| function(x).into())
        });
        define(name, 1, native, context)?;
    }
    let atan2 = NativeFunction::from_fn_ptr(|_, args, context| {
        let (y, x) = (number(args, 0, context)?, number(args, 1, context)?);
        Ok(libm::atan2(y, x).into())
    });
    define("atan2", 2, atan2, context)?;
    let pow = NativeFunction::from_fn_ptr(|_, args, context| {
        let (base, exponent) = (number(args, 0, context)?, number(args, 1, context)?);
        Ok(power(base, exponent).into())
    });
    define("pow", 2, pow, context)?;
    let hypot = NativeFunction::from_fn_ptr(|_, args, context| {
        let numbers = (0..args.len())
            .map(|i| number(args, i, context))
            .collect::<JsResult<Vec<f64>>>()?;
        Ok(length(&numbers).into())
    });
    define("hypot", 2, hypot, context)
}

/// Computes the power as JavaScript defines it. Unlike IEEE 754, 1 or -1 to an infinite power and 1 to the power NaN
/// give NaN.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        f64::NAN
    } else {
        exact::pow(base, exponent)
    }
}

/// Single power function of the program.
mod exact {
    #[cfg(target_arch = "wasm32")]
    pub(super) use libm::pow;

    /// Overrides the C library's `pow`: the linker uses this symbol for every `powf` of the program, the engine's
    /// included. `no_mangle` keeps the function from being removed.
    #[cfg(not(target_arch = "wasm32"))]
    #[allow(
        unsafe_code,
        reason = "a symbol of a fixed name, with the signature that C gives it"
    )]
    #[unsafe(no_mangle)]
    pub(super) extern "C" fn pow(base: f64, exponent: f64) -> f64 {
        libm::pow(base, exponent)
    }
}

fn length(numbers: &[f64]) -> f64 {
    if numbers.iter().any(|n| n.is_infinite()) {
        return f64::INFINITY;
    }
    numbers.iter().fold(0.0, |sum, n| libm::hypot(sum, *n))
}

fn number(args: &[JsValue], at: usize, context: &mut Context) -> JsResult<f64> {
    args.get(at)
        .map_or(Ok(f64::NAN), |value| value.to_number(context))
}

fn define(name: &str, length: usize, native: NativeFunction, context: &mut Context) -> JsResult<()> {
    let math = context.intrinsics().objects().math();
    method(&math, name, length, native, context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pow_and_hypot_follow_ecmascript() {
        assert_eq!(
            (power(2.0, 10.0), power(0.0, 0.0), power(-8.0, 3.0)),
            (1024.0, 1.0, -512.0)
        );
        assert!(
            power(1.0, f64::INFINITY).is_nan()
                && power(1.0, f64::NAN).is_nan()
                && power(-1.0, f64::NEG_INFINITY).is_nan()
        );
        assert_eq!(
            (
                length(&[]),
                length(&[3.0, 4.0]),
                length(&[-2.0]),
                length(&[1e300, 1e300]).is_finite()
            ),
            (0.0, 5.0, 2.0, true)
        );
        assert!(length(&[f64::NAN, 1.0]).is_nan() && length(&[f64::NAN, f64::INFINITY]).is_infinite());
    }
}
