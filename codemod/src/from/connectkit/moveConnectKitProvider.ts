import { type EditedFile, membersOf } from '../EditedFile.js'
import { localName } from '../imports.js'
import { type Attribute, attributesOf, literalText, openingsOf, renameTag } from '../jsx.js'
import { importKernel } from '../kernelImport.js'
import type { App } from '../Kit.js'

const modes: Readonly<Record<string, string>> = { light: 'light', dark: 'dark', auto: 'system' }

/** Makes `KernelProvider` of `ConnectKitProvider`, which follows the person's setting unless its `mode` says otherwise. */
export function moveConnectKitProvider(app: App, file: EditedFile, owns: (module: string) => boolean): void {
  const local = localName(file.file, owns, 'ConnectKitProvider')
  for (const opening of local === undefined ? [] : openingsOf(file.file, local)) {
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
    const more = ['kernel={kernel}']
    for (const attribute of attributes) more.push(...moveAttribute(file, attribute))
    const mode = attributes.find(({ name }) => name === 'mode')
    if (!mode) {
      const isMidnight = literalText(attributes.find(({ name }) => name === 'theme')?.value) === 'midnight'
      more.push(`theme="${isMidnight ? 'dark' : 'system'}"`)
    }
    renameTag(file, opening, 'KernelProvider', more)
    file.import('@latchkey/ui-react', 'KernelProvider')
    file.importStyles()
    app.need('@latchkey/ui-react')
  }
}

/** Takes an attribute out. Returns what stands in its place. */
function moveAttribute(file: EditedFile, attribute: Attribute): readonly string[] {
  const { name, node, value } = attribute
  if (name === 'children' || name === 'key') return []
  file.remove(node)
  if (name === 'mode') {
    const mode = modes[literalText(value) ?? '']
    if (mode === undefined)
      file.leave(node, '`mode` is computed here, so it was taken out. Give `theme` to `KernelProvider`.')
    return [`theme="${mode ?? 'system'}"`]
  }
  if (name === 'customTheme') return readCustomTheme(file, attribute)
  if (name === 'options') return readOptions(file, attribute)
  const says = literalText(value)
  if (name === 'theme' && (says === 'auto' || says === 'midnight')) return []
  file.leave(node, `\`${name}\` was taken out. ${advice[name] ?? 'It has no counterpart.'}`)
  return []
}

const advice: Readonly<Record<string, string>> = {
  onConnect: '`useEvents()` of @latchkey/ui-react tells of connections.',
  onDisconnect: '`useEvents()` of @latchkey/ui-react tells of connections.',
  theme: 'Give `themeVariables`, or a look of @latchkey/ui-react/themes, to `KernelProvider`.',
}

const variables: Readonly<Record<string, string>> = {
  '--ck-accent-color': 'accent',
  '--ck-font-family': 'fontFamily',
}

function readCustomTheme(file: EditedFile, { node, value }: Attribute): readonly string[] {
  const members = membersOf(value)
  if (!members)
    file.leave(
      node,
      '`customTheme` is not written out here, so it was taken out. Give `themeVariables` to `KernelProvider`.',
    )
  const found: string[] = []
  for (const [name, member] of members ?? []) {
    const variable = variables[name]
    if (variable !== undefined) found.push(`${variable}: ${member.getText()}`)
    else
      file.leave(member, `\`${name}\` was taken out. Other colours and sizes follow from \`themeVariables\`.`)
  }
  return found.length === 0 ? [] : [`themeVariables={{ ${found.join(', ')} }}`]
}

function readOptions(file: EditedFile, { node, value }: Attribute): readonly string[] {
  const members = membersOf(value)
  if (!members)
    file.leave(
      node,
      '`options` are not written out here, so they were taken out. See the page for each of them.',
    )
  const found: string[] = []
  for (const [name, member] of members ?? []) {
    if (name === 'enforceSupportedChains' && member.getText() === 'true')
      found.push('blockUnsupportedNetwork')
    else if (name === 'hideQuestionMarkCTA' && member.getText() === 'true')
      found.push('connect={{ walletGuide: false }}')
    else
      file.leave(
        member,
        `\`options.${name}\` was taken out. ${optionAdvice[name] ?? 'It has no counterpart.'}`,
      )
  }
  return found
}

const optionAdvice: Readonly<Record<string, string>> = {
  customAvatar: 'Draw the account’s head by the slot `AccountHeader` of @latchkey/ui-react.',
  disclaimer: 'Give `connect={{ termsUrl, privacyUrl, legalCheckbox }}` to `KernelProvider`.',
  hideBalance: 'Give `balance="hide"` to each `ConnectButton`.',
  initialChainId: 'Give `defaultNetwork: "eip155:…"` to `createKernel`; the first network is the default.',
  language: 'Give `locale` and `messages` to `KernelProvider`.',
}
