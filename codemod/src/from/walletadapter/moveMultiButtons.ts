import type { EditedFile } from '../EditedFile.js'
import { localName } from '../imports.js'
import { attributesOf, openingsOf, renameTag } from '../jsx.js'

/** Buttons that open the modal, and show the account where they did. */
const buttons = ['WalletMultiButton', 'WalletModalButton']

export function moveMultiButtons(file: EditedFile, owns: (module: string) => boolean): void {
  for (const name of buttons) {
    const local = localName(file.file, owns, name)
    if (local === undefined) continue
    for (const opening of openingsOf(file.file, local)) {
      const attributes = attributesOf(opening)
      if (!attributes || opening.getKindName() === 'JsxOpeningElement') {
        file.leave(
          opening,
          `\`<${local}>\` spreads its attributes or has words of its own. Write \`<ConnectButton namespace="solana" label="…" />\` of @latchkey/ui-react.`,
        )
        continue
      }
      renameTag(file, opening, 'ConnectButton', ['namespace="solana"'])
      file.import('@latchkey/ui-react', 'ConnectButton')
      for (const attribute of attributes) {
        if (['disabled', 'key'].includes(attribute.name)) continue
        file.remove(attribute.node)
        file.leave(
          attribute.node,
          `\`${attribute.name}\` was taken out. Style the button by \`themeVariables\` of \`KernelProvider\`, or draw a \`ConnectButton.Custom\`.`,
        )
      }
    }
  }
}
