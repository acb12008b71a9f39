//! Notifications about changes, for clients of both generations of the protocol.
//!
//! Until version 2025-11-25 a client subscribes to each resource by a request, and hears about lists without one. From
//! 2026-07-28 a client opens subscriptions with a filter, and every notification belongs to a subscription.

use super::resources::ChangedResources;
use rmcp::RoleServer;
use rmcp::model::{RequestId, ResourceUpdatedNotificationParam};
use rmcp::service::{Peer, SubscriptionSink};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Changes that clients are notified of.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Whether the list of tools changed.
    pub(super) tools: bool,
    pub(super) resources: ChangedResources,
}

/// Subscriptions of the client. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Notices(Arc<Mutex<Subscriptions>>);

#[derive(Default)]
struct Subscriptions {
    /// URIs of the resources that were subscribed by a request.
    uris: BTreeSet<String>,
    /// Open subscriptions with a filter.
    sinks: Vec<SubscriptionSink>,
}

impl Notices {
    /// Subscribes to a resource.
    pub(super) fn subscribe(&self, uri: String) {
        self.subscriptions().uris.insert(uri);
    }

    /// Ends the subscription to a resource.
    pub(super) fn unsubscribe(&self, uri: &str) {
        self.subscriptions().uris.remove(uri);
    }

    /// Adds a subscription with a filter.
    pub(super) fn open(&self, sink: SubscriptionSink) {
        self.subscriptions().sinks.push(sink);
    }

    /// Removes the subscription with a filter that this request opened.
    pub(super) fn close(&self, request: &RequestId) {
        self.subscriptions().sinks.retain(|sink| sink.id() != request);
    }

    /// Notifies the client. A notification that cannot be sent is dropped: the client finds the change with its next
    /// request.
    pub(super) async fn send(&self, peer: &Peer<RoleServer>, changes: &Changes) {
        let (uris, sinks) = {
            let subscriptions = self.subscriptions();
            let changed = changes.resources.uris.iter();
            let uris: Vec<String> = changed
                .filter(|uri| subscriptions.uris.contains(*uri))
                .cloned()
                .collect();
            (uris, subscriptions.sinks.clone())
        };
        for sink in &sinks {
            if changes.tools {
                let _ = sink.notify_tool_list_changed().await;
            }
            if changes.resources.list {
                let _ = sink.notify_resource_list_changed().await;
            }
            for uri in &changes.resources.uris {
                let _ = sink.notify_resource_updated(uri).await;
            }
        }
        if !sinks.is_empty() {
            return;
        }
        if changes.tools {
            let _ = peer.notify_tool_list_changed().await;
        }
        if changes.resources.list {
            let _ = peer.notify_resource_list_changed().await;
        }
        for uri in uris {
            let _ = peer
                .notify_resource_updated(ResourceUpdatedNotificationParam::new(uri))
                .await;
        }
    }

    fn subscriptions(&self) -> MutexGuard<'_, Subscriptions> {
        // A set and a list are valid at any time, even after a panic elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
