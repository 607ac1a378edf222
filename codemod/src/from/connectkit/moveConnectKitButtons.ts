import type { EditedFile } from '../EditedFile.js'
import { customConnectKitButton } from '../helpers/connectKitHelpers.js'
import { localName } from '../imports.js'
import { attributesOf, isFalse, openingsOf, renameTag } from '../jsx.js'
import type { App } from '../Kit.js'

/** Moves `ConnectKitButton`, which shows no balance by default, and `ConnectKitButton.Custom`. */
export function moveConnectKitButtons(app: App, file: EditedFile, owns: (module: string) => boolean): void {
  const local = localName(file.file, owns, 'ConnectKitButton')
  if (local === undefined) return
  for (const opening of openingsOf(file.file, `${local}.Custom`)) {
    renameTag(file, opening, customConnectKitButton.name)
    app.help(file, customConnectKitButton)
  }
  for (const opening of openingsOf(file.file, local)) {
    const attributes = attributesOf(opening)
    if (!attributes || attributes.some(({ name }) => name === 'onClick')) {
      file.leave(
        opening,
        `\`<${local}>\` spreads its attributes or has an \`onClick\`. Write \`<${local}.Custom>\`, and run this again.`,
      )
      continue
    }
    const shown = attributes.find(({ name }) => name === 'showBalance')
    const isHidden = !shown || isFalse(shown)
    renameTag(file, opening, 'ConnectButton', isHidden ? ['balance="hide"'] : [])
    file.import('@latchkey/ui-react', 'ConnectButton')
    for (const { name, node } of attributes) {
      if (name === 'label' || name === 'key') continue
      file.remove(node)
      if (name !== 'showBalance')
        file.leave(node, `\`${name}\` was taken out. The button looks as \`KernelProvider\` says.`)
    }
  }
}
