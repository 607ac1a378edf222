import { SyntaxKind } from 'ts-morph'
import { type EditedFile, membersOf } from '../EditedFile.js'
import { importedFrom, localName } from '../imports.js'
import { attributesOf, literalText, openingsOf, renameTag } from '../jsx.js'
import { importKernel } from '../kernelImport.js'
import type { App, Kit } from '../Kit.js'
import { moveWagmiConfigs } from '../wagmiConfig.js'
import { onchainKitConfig } from './onchainKitConfig.js'

const owns = (module: string) =>
  module === '@coinbase/onchainkit' || module.startsWith('@coinbase/onchainkit/')

/** OnchainKit 1.1: its provider and its wallet. Its other components have no counterpart of the same shape. */
export const onchainKit: Kit = {
  page: 'onchainkit',
  owns,
  packages: ['@coinbase/onchainkit'],
  styles: { '@coinbase/onchainkit/styles.css': '@latchkey/ui-react/styles.css' },
  move(app) {
    moveWagmiConfigs(app, onchainKitConfig)
    const isLeft = app.files.map((file) => moveOnchainKitProvider(app, file)).includes('left')
    // A button of ours is nothing without a provider of ours.
    if (!isLeft) for (const file of app.files) moveWallet(file)
  },
  advice: {
    Address: 'Draw `AddressText` of @latchkey/ui-react.',
    Avatar: 'Draw `Avatar` of @latchkey/ui-react.',
    Buy: 'List `swap()` of @latchkey/plugin-swap in the kernel; the account has a button for it.',
    Checkout: 'List `pay()` of @latchkey/plugin-pay in the kernel.',
    FundButton: 'List `onramp()` of @latchkey/plugin-onramp in the kernel.',
    Identity:
      'Draw `NamedAddress` of @latchkey/ui-react, with `identity()` of @latchkey/plugin-identity in the kernel.',
    Name: 'Draw `NamedAddress` of @latchkey/ui-react, with `identity()` of @latchkey/plugin-identity in the kernel.',
    Swap: 'List `swap()` of @latchkey/plugin-swap in the kernel; the account has a button for it.',
    Transaction: 'Call `run` of `useSendCalls(EvmCalls)` of @latchkey/ui-react from a button of your own.',
    WalletModal: 'Call `open()` of `useModal()` of @latchkey/ui-react.',
    useOnchainKit: 'Read `useNetwork()` of @latchkey/ui-react.',
  },
}

const modes: Readonly<Record<string, string>> = { light: 'light', dark: 'dark', auto: 'system' }

/** Members of `config` by their path, and what to do about them. */
const gone: Readonly<Record<string, string>> = {
  apiKey: 'Nothing here asks Coinbase’s service: give your endpoints in `transports`.',
  chain: 'The kernel has the chains of your wagmi config.',
  miniKit: 'It has no counterpart.',
  projectId: 'It is for buying by Coinbase: see `onramp()` of @latchkey/plugin-onramp.',
  rpcUrl: 'Give it in `transports` of your wagmi config.',
}

function moveOnchainKitProvider(app: App, file: EditedFile): 'moved' | 'left' {
  let result: 'moved' | 'left' = 'moved'
  const local = localName(file.file, owns, 'OnchainKitProvider')
  for (const opening of local === undefined ? [] : openingsOf(file.file, local)) {
    const attributes = attributesOf(opening)
    if (!attributes || !importKernel(app, file)) {
      file.leave(
        opening,
        attributes
          ? `No kernel was made for \`<${local}>\`. Give \`WagmiProvider\` a config of your own, with \`createConfig\`, and run this again.`
          : `\`<${local}>\` spreads its attributes. Write them out, and run this again.`,
      )
      result = 'left'
      continue
    }
    const config = membersOf(attributes.find(({ name }) => name === 'config')?.value)
    const appearance = membersOf(config?.get('appearance'))
    const wallet = membersOf(config?.get('wallet'))
    const mode = modes[literalText(appearance?.get('mode')) ?? 'auto']
    const links = (['termsUrl', 'privacyUrl'] as const).flatMap((name) => {
      const value = wallet?.get(name)
      return value ? [`${name}: ${value.getText()}`] : []
    })
    const connect = links.length === 0 ? [] : [`connect={{ ${links.join(', ')} }}`]
    renameTag(file, opening, 'KernelProvider', ['kernel={kernel}', `theme="${mode ?? 'system'}"`, ...connect])
    file.import('@latchkey/ui-react', 'KernelProvider')
    for (const { name, node } of attributes) {
      if (name === 'children' || name === 'key') continue
      file.remove(node)
      if (name === 'chain' || name === 'analytics' || name === 'sessionId') continue
      if (name !== 'config')
        file.leave(node, `\`${name}\` was taken out. ${gone[name] ?? 'It has no counterpart.'}`)
      else if (!config || config.has('paymaster') || appearance?.has('theme'))
        file.leave(
          node,
          '`config` was taken out, but for mode, terms and privacy. Looks are `themeVariables`; a paymaster is named where calls are sent: `paymaster: { url }`.',
        )
    }
  }
  return result
}

/** The parts of `Wallet` that our button and account show by themselves. */
const shown =
  /^(?:Wallet|ConnectWallet|WalletDropdown\w*|WalletAdvanced\w*|Avatar|Name|Identity|Address|EthBalance)$/

/** Draws one button in place of `Wallet` and all within it, where that is only what our account shows. */
function moveWallet(file: EditedFile): void {
  const names = new Map(importedFrom(file.file, owns).map(({ local, name }) => [local, name]))
  const root = localName(file.file, owns, 'Wallet') ?? localName(file.file, owns, 'ConnectWallet')
  for (const opening of root === undefined ? [] : openingsOf(file.file, root)) {
    const element = opening.getParentIfKind(SyntaxKind.JsxElement) ?? opening
    const tags = [
      ...element.getDescendantsOfKind(SyntaxKind.JsxOpeningElement),
      ...element.getDescendantsOfKind(SyntaxKind.JsxSelfClosingElement),
    ]
    const strange = tags.find((tag) => !shown.test(names.get(tag.getTagNameNode().getText()) ?? ''))
    const hasCode = element
      .getDescendantsOfKind(SyntaxKind.JsxExpression)
      .some((one) => one.getParentIfKind(SyntaxKind.JsxElement))
    if (
      strange ||
      hasCode ||
      tags.some((tag) => tag.getAttribute('render') || tag.getAttribute('onConnect'))
    ) {
      file.leave(
        strange ?? opening,
        `\`<${root}>\` has parts of your own. Write \`<ConnectButton namespace="eip155" />\` of @latchkey/ui-react, and draw your parts beside it or in a slot of the account.`,
      )
      continue
    }
    const label = tags
      .map((tag) => tag.getAttribute('disconnectedLabel')?.asKind(SyntaxKind.JsxAttribute))
      .find(Boolean)
    const words =
      literalText(label?.getInitializer()) === undefined ? '' : ` label=${label?.getInitializer()?.getText()}`
    file.replace(element, `<ConnectButton namespace="eip155"${words} />`)
    file.import('@latchkey/ui-react', 'ConnectButton')
    file.leave(
      element,
      `\`<${root}>\` became one button: name, balance, funding and disconnecting are in its account.`,
    )
  }
}
