/** Common emoji by group, as text of the system font. The label of a group is `emoji.<group>`. */
export const emojiGroups = Object.entries({
  faces:
    '😀 😃 😄 😁 😆 😅 😂 🤣 😊 😇 🙂 🙃 😉 😌 😍 🥰 😘 😋 😛 😜 🤪 🤗 🤭 🤫 🤔 🤐 🤨 😐 😶 😏 😒 🙄 😬 😔 😪 😴 😷 🤒 🤧 🥵 🥶 😵 🤯 🤠 🥳 😎 🤓 🧐 😕 😟 🙁 😮 😲 😳 🥺 😨 😰 😥 😢 😭 😱 😖 😩 🥱 😤 😡 🤬 😈 💀 💩 🤡 👻 👽 🤖',
  gestures:
    '👋 🖐️ ✋ 🖖 👌 🤏 ✌️ 🤞 🤟 🤘 🤙 👈 👉 👆 👇 👍 👎 ✊ 👊 👏 🙌 🤲 🤝 🙏 💪 💅 👀 👅 👄 💋 🤷 🤦 🙋 🙇 💃 🕺',
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 🤎 💔 💕 💞 💓 💗 💖 💘 💝 💯 💢 💥 💫 💦 💨 💬 💤 ✨ ⭐ 🌟 🔥 🎉',
  nature:
    '🐶 🐱 🐭 🐰 🦊 🐻 🐼 🐯 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🐦 🦄 🐝 🦋 🐢 🐙 🐬 🐳 🌹 🌸 🌻 🌷 🌿 🍀 🍁 🌵 🌴 🌍 🌙 ☀️ ⛅ 🌧️ ⚡ ❄️ 🌈 🌊',
  food: '🍏 🍎 🍊 🍋 🍌 🍉 🍇 🍓 🍒 🍑 🍍 🥑 🍆 🌶️ 🍞 🧀 🍳 🍔 🍟 🍕 🌭 🥗 🍝 🍜 🍣 🍦 🍩 🍪 🎂 🍫 🍿 ☕ 🍵 🍺 🍷 🥂 🍸 🍹',
  activities:
    '⚽ 🏀 🎾 🏐 🏓 🎱 🏊 🚴 🧘 🎮 🎲 🧩 🎨 🎬 🎤 🎧 🎸 🎹 🎻 📚 📷 ✈️ 🚗 🚲 🚂 ⛵ 🏠 🏖️ 🏔️ 🎁 🎈 💡 📱 💻 ⏰ 🔒 🔑 💰 🕯️ 🛁',
  signs: '✅ ❌ ❓ ❗ ⚠️ 🚫 ➕ ➖ ➡️ ⬅️ ⬆️ ⬇️ 🔄 🔝 🆗 🔞 ♻️ ♀️ ♂️ ⚧️ 🏳️‍🌈 🏁',
}).map(([group, text]) => ({ group, emoji: text.split(' ') })) as { group: EmojiGroup; emoji: string[] }[];

type EmojiGroup = 'faces' | 'gestures' | 'hearts' | 'nature' | 'food' | 'activities' | 'signs';
