import type { EditedFile } from '../EditedFile.js'
import { customConnectButton } from '../helpers/customConnectButton.js'
import { localName } from '../imports.js'
import {
  type Attribute,
  attributesOf,
  isFalse,
  literalText,
  type Opening,
  openingsOf,
  renameTag,
} from '../jsx.js'
import type { App } from '../Kit.js'

type Owns = (module: string) => boolean

/** Moves `ConnectButton`, `ConnectButton.Custom` and `WalletButton`. */
export function moveButtons(app: App, file: EditedFile, owns: Owns): void {
  const connect = localName(file.file, owns, 'ConnectButton')
  if (connect !== undefined) {
    for (const opening of openingsOf(file.file, `${connect}.Custom`)) {
      renameTag(file, opening, customConnectButton.name)
      app.help(file, customConnectButton)
      leaveMembers(app, file, opening)
    }
    for (const opening of openingsOf(file.file, connect)) {
      const attributes = attributesOf(opening)
      if (!attributes) {
        file.leave(opening, `\`<${connect}>\` spreads its attributes. Write them out, and run this again.`)
        continue
      }
      renameTag(file, opening, 'ConnectButton')
      file.import('@latchkey/ui-react', 'ConnectButton')
      for (const attribute of attributes) moveConnectAttribute(file, attribute)
    }
  }
  const wallet = localName(file.file, owns, 'WalletButton')
  if (wallet === undefined) return
  for (const opening of openingsOf(file.file, wallet)) {
    renameTag(file, opening, 'WalletButton')
    file.import('@latchkey/ui-react', 'WalletButton')
    if (!attributesOf(opening)?.some(({ name }) => name === 'wallet'))
      file.leave(opening, 'Name the wallet: `<WalletButton wallet="rainbow" />`.')
  }
  for (const opening of openingsOf(file.file, `${wallet}.Custom`))
    file.leave(
      opening,
      'Write `<WalletButton.Custom wallet="…">` of @latchkey/ui-react by hand: it gives `name`, `status`, `icon`, `open` and `prefetch`.',
    )
}

/** Members of the render function that the app's own button no longer gives. */
function leaveMembers(app: App, file: EditedFile, opening: Opening): void {
  const text = opening.getParent()?.getText() ?? ''
  if (text.includes('hasPendingTransactions'))
    file.leave(
      opening,
      '`hasPendingTransactions` is no longer given. List `activity()` of @latchkey/plugin-activity, and read its `Activity`.',
    )
  const signsIn = app.files.some((one) => one.file.getFullText().includes('RainbowKitAuthenticationProvider'))
  if (signsIn && text.includes('authenticationStatus'))
    file.leave(
      opening,
      '`authenticationStatus` is always absent now. Read `isSignedIn` of `useSiwx()` of @latchkey/plugin-siwx/react.',
    )
}

function moveConnectAttribute(file: EditedFile, attribute: Attribute): void {
  const { name, node, value } = attribute
  if (name === 'label' || name === 'key') return
  if (name === 'showBalance' && isFalse(attribute)) return file.replace(node, 'balance="hide"')
  file.remove(node)
  const says = literalText(value)
  if (name === 'showBalance' && (value === undefined || value.getText() === 'true')) return
  if (name === 'accountStatus' && says === 'address') return
  if (name === 'chainStatus' && says === 'none') return
  file.leave(node, `\`${name}\` was taken out. ${advice[name] ?? 'It has no counterpart.'}`)
}

const advice: Readonly<Record<string, string>> = {
  accountStatus: 'Our button shows the account’s name or address, and its picture is in the modal.',
  chainStatus: 'Put `<NetworkButton />` beside the button where the network is to be seen.',
  showBalance: 'Give `balance="hide"` by the width of the page, as `balance` takes one value.',
}
