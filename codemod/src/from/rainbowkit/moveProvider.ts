import type { EditedFile } from '../EditedFile.js'
import { membersOf } from '../EditedFile.js'
import { localName } from '../imports.js'
import { type Attribute, attributesOf, literalText, openingsOf, renameTag } from '../jsx.js'
import { importKernel } from '../kernelImport.js'
import type { App } from '../Kit.js'
import { readTheme } from './readTheme.js'

/** Attributes without a counterpart: each is taken out and told. */
const gone: Readonly<Record<string, string>> = {
  avatar: 'Draw the account’s head by the slot `AccountHeader` of @latchkey/ui-react.',
  coolMode: 'It has no counterpart.',
  id: 'It has no counterpart: give `createKernel` an `id` where a page has two kernels.',
  initialChain: 'Give `defaultNetwork: "eip155:…"` to `createKernel`; the first network is the default.',
  modalSize: 'It has no counterpart: the modal has one size.',
  showRecentTransactions: 'List `activity()` of @latchkey/plugin-activity in the kernel.',
}

/** Makes `KernelProvider` of `RainbowKitProvider`. */
export function moveProvider(app: App, file: EditedFile, owns: (module: string) => boolean): void {
  const local = localName(file.file, owns, 'RainbowKitProvider')
  if (local === undefined) return
  for (const opening of openingsOf(file.file, local)) {
    const attributes = attributesOf(opening)
    if (!attributes) {
      file.leave(opening, `\`<${local}>\` spreads its attributes. Write them out, and run this again.`)
      continue
    }
    if (!importKernel(app, file)) {
      file.leave(
        opening,
        `No kernel was made for \`<${local}>\`. Mend the wagmi config as told, and run this again, or make a kernel by hand.`,
      )
      continue
    }
    const look = readTheme(file, attributes.find(({ name }) => name === 'theme')?.value, owns)
    renameTag(file, opening, 'KernelProvider', ['kernel={kernel}', ...look])
    file.import('@latchkey/ui-react', 'KernelProvider')
    for (const attribute of attributes) moveAttribute(file, attribute)
  }
}

function moveAttribute(file: EditedFile, { name, node, value }: Attribute): void {
  if (name === 'locale') {
    const locale = literalText(value)
    if (!locale?.startsWith('en'))
      file.leave(
        node,
        'Numbers and dates follow `locale`; words are English until you give `messages` to `KernelProvider`.',
      )
    return
  }
  if (name === 'children' || name === 'key') return
  file.remove(node)
  if (name === 'theme') return
  if (name === 'appInfo') return leaveAppInfo(file, { name, node, value })
  file.leave(node, `\`${name}\` was taken out. ${gone[name] ?? 'We know no counterpart.'}`)
}

/** The app's name stands in the kernel. */
function leaveAppInfo(file: EditedFile, { node, value }: Attribute): void {
  const members = membersOf(value)
  if (!members || members.has('disclaimer'))
    file.leave(
      node,
      '`appInfo.disclaimer` was taken out. Give `connect={{ termsUrl, privacyUrl, legalCheckbox }}` to `KernelProvider`.',
    )
  if (!members || members.has('learnMoreUrl'))
    file.leave(node, '`appInfo.learnMoreUrl` was taken out. The modal explains wallets itself.')
}
