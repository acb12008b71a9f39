//! Refusal to show or unlock an entity whose layer is hidden or locked.

use crate::ui::document::Flag;
use crate::ui::state::App;
use trammel_scene::Name;

/// Whether an entity keeps a flag because of its layer; shows the reason.
pub(in crate::ui) fn keeps_flag_of_layer(app: App, name: &Name, flag: Flag, on: bool) -> bool {
    let layer = app.document.scene(|scene| scene.get(name)?.layer.clone());
    let flags = app.document.layer_settings().flags(layer.as_ref());
    let kept = match flag {
        Flag::Hidden => flags.hidden,
        Flag::Locked => flags.locked,
    };
    let Some(layer) = layer.filter(|_| kept && !on) else {
        return false;
    };
    app.refuse(app.lang().pick(match flag {
        Flag::Hidden => [
            format!("\"{name}\" is on the hidden layer \"{layer}\". Show the layer in the Layers panel."),
            format!(
                "\"{name}\"은(는) 숨긴 레이어 \"{layer}\"에 있어요. 레이어 패널에서 레이어를 보이게 하세요."
            ),
        ],
        Flag::Locked => [
            format!("\"{name}\" is on the locked layer \"{layer}\". Unlock the layer in the Layers panel."),
            format!(
                "\"{name}\"은(는) 잠긴 레이어 \"{layer}\"에 있어요. 레이어 패널에서 레이어의 잠금을 푸세요."
            ),
        ],
    }));
    true
}

/// Returns the reason, in English and Korean, why a name of a layer is refused that another layer has.
pub(super) fn layer_name_refusal(name: &str) -> [String; 2] {
    [
        format!("There is a layer \"{name}\" already. Type another name."),
        format!("\"{name}\" 레이어가 이미 있어요. 다른 이름을 입력하세요."),
    ]
}
