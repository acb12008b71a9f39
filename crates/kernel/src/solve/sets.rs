//! Union-find sets of connected variables.

use super::variable::Var;

/// Disjoint sets of variables (union-find).
pub(super) struct Sets {
    parent: Vec<usize>,
}

impl Sets {
    pub(super) fn new(n: usize) -> Sets {
        Sets {
            parent: (0..n).collect(),
        }
    }

    pub(super) fn reset(&mut self, var: Var) {
        self.parent[var] = var;
    }

    pub(super) fn root(&mut self, var: Var) -> Var {
        let mut root = var;
        while self.parent[root] != root {
            root = self.parent[root];
        }
        let mut at = var;
        while self.parent[at] != root {
            at = std::mem::replace(&mut self.parent[at], root);
        }
        root
    }

    /// Joins two sets and returns whether they were different; a root for which `leads` is true remains a root.
    pub(super) fn join(&mut self, a: Var, b: Var, leads: impl Fn(Var) -> bool) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return false;
        }
        let (root, child) = if leads(b) { (b, a) } else { (a, b) };
        self.parent[child] = root;
        true
    }
}
