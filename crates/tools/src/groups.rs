//! Group tools: nested groups with their own transforms.

use super::checks;
use super::tool::{Domain, Kind, Output, Placing, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use trammel_language::bilingual;
use trammel_scene::{Name, SceneError};

/// Put entities into a new group. They stay where they are; the group can be moved, turned and scaled as one.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateGroup {
    /// Name of the new group.
    name: String,
    /// Names of the entities or groups to put in, back to front.
    children: Vec<String>,
}

impl Tool for CreateGroup {
    const NAME: &'static str = "create_group";
    const KOREAN: &'static str = "항목을 그룹으로 묶습니다.";
    const SYNONYMS: [&'static str; 2] = ["combine, bundle, block, assembly, component", "묶기, 블록, 그룹"];
    const DOMAIN: Domain = Domain::Groups;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Group;
    const PLACING: Placing = Placing::Keeps;
    const POSITIONAL: &'static [&'static str] = &["name", "children"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        draw_circle({ name: 'b', x: 20, y: 0, radius: 5 });\ncreate_group({ name: 'pair', children: ['a', 'b'] })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let name = checks::name("create_group: name", &self.name)?;
        let children = self
            .children
            .iter()
            .map(|child| Ok(cx.edit.require(child)?.name.clone()));
        let children: Vec<Name> = children.collect::<Result<_, ToolError>>()?;
        cx.edit.group(&name, &children)?;
        cx.entity(&name)
    }
}

/// Dissolve a group; what was in it stays where it is.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Ungroup {
    /// The group.
    name: String,
}

impl Tool for Ungroup {
    const NAME: &'static str = "ungroup";
    const KOREAN: &'static str = "그룹을 풉니다. 자식은 제자리에 남습니다.";
    const SYNONYMS: [&'static str; 2] = ["dissolve, split a group, release", "그룹 풀기, 해제"];
    const DOMAIN: Domain = Domain::Groups;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Group;
    const POSITIONAL: &'static [&'static str] = &["name"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        create_group({ name: 'g', children: ['a'] });\nungroup({ name: 'g' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let group = cx.entity(&self.name)?;
        cx.edit.ungroup(&self.name)?;
        Ok(group)
    }
}

/// Move an entity into a group; its place in the drawing stays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct AddToGroup {
    /// The group.
    group: String,
    /// The entity or group to put in.
    entity: String,
}

impl Tool for AddToGroup {
    const NAME: &'static str = "add_to_group";
    const KOREAN: &'static str = "항목을 그룹에 넣습니다. 위치는 그대로입니다.";
    const SYNONYMS: [&'static str; 2] = ["put into a group, move into a block", "그룹에 넣기"];
    const DOMAIN: Domain = Domain::Groups;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Group;
    const PLACING: Placing = Placing::Keeps;
    const POSITIONAL: &'static [&'static str] = &["group", "entity"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        draw_circle({ name: 'b', x: 20, y: 0, radius: 5 });\ncreate_group({ name: 'g', children: ['a'] });\n\
        add_to_group({ group: 'g', entity: 'b' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let group = cx.edit.require(&self.group)?.name.clone();
        cx.edit.reparent(&self.entity, Some(&group))?;
        cx.entity(&self.entity)
    }
}

/// Move an entity out of a group, to where the group itself stands in the tree; its place in the drawing stays.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RemoveFromGroup {
    /// The group.
    group: String,
    /// The entity to take out.
    entity: String,
}

impl Tool for RemoveFromGroup {
    const NAME: &'static str = "remove_from_group";
    const KOREAN: &'static str = "항목을 그룹에서 꺼냅니다. 위치는 그대로입니다.";
    const SYNONYMS: [&'static str; 2] = ["take out of a group", "그룹에서 꺼내기"];
    const DOMAIN: Domain = Domain::Groups;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Group;
    const POSITIONAL: &'static [&'static str] = &["group", "entity"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        create_group({ name: 'g', children: ['a'] });\nremove_from_group({ group: 'g', entity: 'a' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let group = cx.edit.require(&self.group)?.clone();
        let entity = cx.edit.require(&self.entity)?;
        if entity.parent.as_ref() != Some(&group.name) {
            let message = bilingual!(
                "'{}' is not in the group '{}'",
                "'{}' 항목이 '{}' 그룹에 없어요",
                self.entity,
                self.group
            );
            return Err(SceneError::Invalid(message).into());
        }
        cx.edit.reparent(&self.entity, group.parent.as_ref())?;
        cx.entity(&self.entity)
    }
}
