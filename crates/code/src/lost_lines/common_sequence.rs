//! Common subsequence of two sequences of lines, which a comparison of texts is made of.
//!
//! Start at [`common_sequence`]. Its cost is bounded: of lines that repeat, only places near each other are compared, so
//! the result need not be the longest one. An insertion of lines, or a removal, is found exactly.

use std::collections::BTreeMap;

/// Maximum number of pairs that are compared. Further elements have no partner.
const MOST_PAIRS: usize = 1_000_000;

/// Maximum distance, in occurrences of the same line, of two places that are compared.
const NEAR: usize = 24;

/// Pair of equal elements, with the pair before it in the sequence.
struct Pair {
    left: usize,
    right: usize,
    before: Option<usize>,
}

/// Returns, for each element of `left`, the position in `right` of the equal element in a common subsequence.
pub fn common_sequence(left: &[u32], right: &[u32]) -> Vec<Option<usize>> {
    let mut found = vec![None; left.len()];
    let same = |(a, b): &(&u32, &u32)| a == b;
    let head = left.iter().zip(right).take_while(same).count();
    let (inner, other) = (&left[head..], &right[head..]);
    let tail = inner
        .iter()
        .rev()
        .zip(other.iter().rev())
        .take_while(same)
        .count();
    for (at, place) in found.iter_mut().enumerate().take(head) {
        *place = Some(at);
    }
    for back in 1..=tail {
        found[left.len() - back] = Some(right.len() - back);
    }
    let (inner, other) = (&inner[..inner.len() - tail], &other[..other.len() - tail]);
    for (a, b) in pairs(inner, other) {
        found[head + a] = Some(head + b);
    }
    found
}

fn pairs(left: &[u32], right: &[u32]) -> Vec<(usize, usize)> {
    if let Some(places) = places_of_all(left, right) {
        return places.into_iter().enumerate().collect();
    }
    if let Some(places) = places_of_all(right, left) {
        return places.into_iter().enumerate().map(|(b, a)| (a, b)).collect();
    }
    longest_of_near(left, right)
}

/// Returns the places of all elements of `part` in `whole`, in order; `None` if it is no subsequence.
fn places_of_all(part: &[u32], whole: &[u32]) -> Option<Vec<usize>> {
    let mut rest = whole.iter().enumerate();
    let mut place = |wanted: &u32| rest.find(|(_, one)| *one == wanted).map(|(at, _)| at);
    part.iter().map(&mut place).collect()
}

/// Returns the longest common subsequence among the pairs of near occurrences.
fn longest_of_near(left: &[u32], right: &[u32]) -> Vec<(usize, usize)> {
    let mut places: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, one) in right.iter().enumerate() {
        places.entry(*one).or_default().push(at);
    }
    let mut totals: BTreeMap<u32, usize> = BTreeMap::new();
    for one in left {
        *totals.entry(*one).or_default() += 1;
    }
    let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
    let mut pairs: Vec<Pair> = Vec::new();
    // Last pairs of the best sequences of each length, with rising places in `right`.
    let mut ends: Vec<usize> = Vec::new();
    for (at, one) in left.iter().enumerate() {
        if pairs.len() >= MOST_PAIRS {
            break;
        }
        let rank = seen.entry(*one).or_default();
        let (this, total) = (*rank, totals[one]);
        *rank += 1;
        let Some(places) = places.get(one) else { continue };
        let from_end = (places.len() + this).saturating_sub(total);
        let (low, high) = (this.min(from_end), this.max(from_end));
        let last = (high + NEAR).min(places.len() - 1);
        let near_start = low.saturating_sub(NEAR)..=last.min(low + NEAR);
        let near_end = high.saturating_sub(NEAR).max(low + NEAR + 1)..=last;
        // The places fall, so that an element is used once.
        for rank in near_end.rev().chain(near_start.rev()) {
            let place = places[rank];
            let length = ends.partition_point(|end| pairs[*end].right < place);
            let pair = Pair {
                left: at,
                right: place,
                before: length.checked_sub(1).map(|shorter| ends[shorter]),
            };
            pairs.push(pair);
            match ends.get_mut(length) {
                Some(end) => *end = pairs.len() - 1,
                None => ends.push(pairs.len() - 1),
            }
        }
    }
    let mut out = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(pair) = next.and_then(|at| pairs.get(at)) {
        out.push((pair.left, pair.right));
        next = pair.before;
    }
    out.reverse();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn length(found: &[Option<usize>]) -> usize {
        found.iter().flatten().count()
    }

    /// Returns the length of the longest common subsequence, by the table.
    fn longest(left: &[u32], right: &[u32]) -> usize {
        let mut row = vec![0; right.len() + 1];
        for a in left {
            let mut diagonal = 0;
            for (at, b) in right.iter().enumerate() {
                let next = if a == b {
                    diagonal + 1
                } else {
                    row[at].max(row[at + 1])
                };
                diagonal = std::mem::replace(&mut row[at + 1], next);
            }
        }
        row[right.len()]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_places_rise_and_a_short_sequence_is_the_longest(
            left in prop::collection::vec(0_u32..4, 0..9),
            right in prop::collection::vec(0_u32..4, 0..9),
        ) {
            let found = common_sequence(&left, &right);
            let places: Vec<usize> = found.iter().flatten().copied().collect();
            prop_assert!(places.is_sorted_by(|a, b| a < b));
            for (a, b) in left.iter().zip(&found) {
                prop_assert!(b.is_none_or(|b| right[b] == *a));
            }
            prop_assert_eq!(length(&found), longest(&left, &right));
        }

        #[test]
        fn an_insertion_is_found_exactly(
            left in prop::collection::vec(0_u32..3, 0..200),
            inserted in prop::collection::vec((0_usize..200, 0_u32..3), 0..50),
        ) {
            let mut right = left.clone();
            for (at, one) in inserted {
                right.insert(at.min(right.len()), one);
            }
            prop_assert_eq!(length(&common_sequence(&left, &right)), left.len());
            prop_assert_eq!(length(&common_sequence(&right, &left)), left.len());
        }
    }
}
