//! Linear algebra of the solver: profile Cholesky factorization and rank-revealing factorizations.
//!
//! All functions are loops over `f64` in a fixed order, so results are identical on all machines.

/// A symmetric matrix in profile storage: row `i` is stored from its first entry to the diagonal.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    first: Vec<usize>,
    start: Vec<usize>,
    data: Vec<f64>,
}

impl Profile {
    /// Creates a zero matrix; `first[i] <= i` is the first stored column of row `i`.
    pub(super) fn new(first: Vec<usize>) -> Profile {
        let mut start = Vec::with_capacity(first.len() + 1);
        start.push(0);
        let mut end = 0;
        for (i, first) in first.iter().enumerate() {
            end += i + 1 - first;
            start.push(end);
        }
        Profile {
            first,
            start,
            data: vec![0.0; end],
        }
    }

    pub(super) fn clear(&mut self) {
        self.data.fill(0.0);
    }

    /// Adds `by` to the entry of row `i` and column `j <= i`.
    pub(super) fn add(&mut self, i: usize, j: usize, by: f64) {
        let at = self.start[i] + j - self.first[i];
        self.data[at] += by;
    }

    /// Returns the largest diagonal entry.
    pub(super) fn largest(&self) -> f64 {
        let diagonal = self.start.iter().skip(1).map(|end| self.data[end - 1]);
        diagonal.fold(0.0, f64::max)
    }

    /// Returns the Cholesky factor of this matrix with `shift` added to the diagonal; `None` if that matrix is not
    /// positive definite.
    pub(super) fn factor(&self, shift: f64) -> Option<Profile> {
        let mut out = self.clone();
        for i in 0..out.first.len() {
            let (done, rest) = out.data.split_at_mut(out.start[i]);
            let row = &mut rest[..i + 1 - out.first[i]];
            for j in out.first[i]..i {
                let other = &done[out.start[j]..out.start[j + 1]];
                let from = out.first[i].max(out.first[j]);
                let mine = &row[from - out.first[i]..j - out.first[i]];
                let theirs = &other[from - out.first[j]..j - out.first[j]];
                let at = j - out.first[i];
                row[at] = (row[at] - dot(mine, theirs)) / other[other.len() - 1];
            }
            let (before, last) = row.split_at_mut(i - out.first[i]);
            let square = last[0] + shift - dot(before, before);
            // The condition is written so that it also rejects NaN.
            if !(square > 0.0 && square.is_finite()) {
                return None;
            }
            last[0] = square.sqrt();
        }
        Some(out)
    }

    /// Solves the linear system with this factor, in place.
    pub(super) fn solve(&self, b: &mut [f64]) {
        for i in 0..self.first.len() {
            let row = &self.data[self.start[i]..self.start[i + 1]];
            let (before, last) = row.split_at(row.len() - 1);
            b[i] = (b[i] - dot(before, &b[self.first[i]..i])) / last[0];
        }
        for i in (0..self.first.len()).rev() {
            let row = &self.data[self.start[i]..self.start[i + 1]];
            let (before, last) = row.split_at(row.len() - 1);
            b[i] /= last[0];
            let value = b[i];
            for (b, factor) in b[self.first[i]..i].iter_mut().zip(before) {
                *b -= value * factor;
            }
        }
    }
}

/// Rank tolerance: a column counts as dependent if its part outside the span of the others is smaller than this,
/// relative to the largest column.
const RANK: f64 = 1e-8;

/// Rank of a Jacobian, and the columns that can still change.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rank {
    /// Number of independent rows.
    pub(super) rank: usize,
    /// For each column, whether it can change while all rows stay 0.
    pub(super) free: Vec<bool>,
}

/// Computes the rank of the matrix with the given columns by Householder QR with column pivoting.
pub(super) fn rank_of(mut columns: Vec<Vec<f64>>) -> Rank {
    let n = columns.len();
    let m = columns.first().map_or(0, Vec::len);
    let mut order: Vec<usize> = (0..n).collect();
    let mut norms: Vec<f64> = columns.iter().map(|c| dot(c, c)).collect();
    let mut exact = norms.clone();
    let largest = norms.iter().copied().fold(0.0, f64::max).sqrt();
    let mut diagonal: Vec<f64> = Vec::new();
    for k in 0..m.min(n) {
        let pivot = (k..n).fold(k, |best, j| if norms[j] > norms[best] { j } else { best });
        columns.swap(k, pivot);
        order.swap(k, pivot);
        norms.swap(k, pivot);
        exact.swap(k, pivot);
        let (head, tail) = columns.split_at_mut(k + 1);
        let reflector = &mut head[k][k..];
        let size = dot(reflector, reflector).sqrt();
        if size.is_nan() || size <= RANK * largest {
            break;
        }
        let alpha = if reflector[0] > 0.0 { -size } else { size };
        reflector[0] -= alpha;
        // v·v = 2·size·(size + |x0|), which is not 0 here.
        let scale = 2.0 / dot(reflector, reflector);
        for (offset, column) in tail.iter_mut().enumerate() {
            let part = &mut column[k..];
            let by = scale * dot(reflector, part);
            if by != 0.0 {
                part.iter_mut()
                    .zip(reflector.iter())
                    .for_each(|(x, v)| *x -= by * v);
            }
            let j = k + 1 + offset;
            norms[j] -= part[0] * part[0];
            // The updated norm loses precision; it is recomputed when most digits are lost.
            if norms[j] <= 1e-6 * exact[j] {
                norms[j] = dot(&part[1..], &part[1..]);
                exact[j] = norms[j];
            }
        }
        diagonal.push(alpha);
    }
    let rank = diagonal.len();
    let mut free = vec![false; n];
    // The columns beyond the rank are free; the columns that depend on them are the nonzero entries of -R11⁻¹·R12.
    for j in rank..n {
        free[order[j]] = true;
        let mut y: Vec<f64> = columns[j][..rank].to_vec();
        for i in (0..rank).rev() {
            y[i] /= diagonal[i];
            let value = y[i];
            if value.abs() > 1e-7 {
                free[order[i]] = true;
            }
            if value != 0.0 {
                let column = &columns[i];
                y[..i]
                    .iter_mut()
                    .zip(&column[..i])
                    .for_each(|(y, r)| *y -= value * r);
            }
        }
    }
    Rank { rank, free }
}

/// Returns, for each row, whether it is linearly independent of the rows before it.
pub(super) fn independent_rows(rows: &[Vec<f64>]) -> Vec<bool> {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let mut out = Vec::with_capacity(rows.len());
    for row in rows {
        let whole = dot(row, row).sqrt();
        let mut rest = row.clone();
        // Two passes are enough: the second one removes the rounding errors of the first.
        for _ in 0..2 {
            for unit in &basis {
                let by = dot(unit, &rest);
                if by != 0.0 {
                    rest.iter_mut().zip(unit).for_each(|(x, u)| *x -= by * u);
                }
            }
        }
        let size = dot(&rest, &rest).sqrt();
        let is_new = size > 1e-7 * whole && size.is_finite();
        if is_new {
            rest.iter_mut().for_each(|x| *x /= size);
            basis.push(rest);
        }
        out.push(is_new);
    }
    out
}

/// Returns the dot product, computed in four partial sums to allow vector instructions.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a4
        .remainder()
        .iter()
        .zip(b4.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in a4.zip(b4) {
        for lane in 0..4 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}
