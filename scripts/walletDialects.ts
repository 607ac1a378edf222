import { createWalletErrors } from '../kernel/src/errors/createWalletErrors.js'
import type { DialectRow, WalletDialect, WalletMeaning } from '../kernel/src/errors/dialect.js'
import { eip1193Dialect } from '../kernel/src/errors/rpc.js'
import { baseAccountDialect } from '../plugins/base-account/src/lazy/baseAccountDialect.js'
import { bitcoinDialects } from '../plugins/bip122/src/lazy/dialects.js'
import { ledgerDialect } from '../plugins/ledger/src/lazy/ledgerDialect.js'
import { injectedDialect } from '../plugins/polkadot/src/lazy/dialects.js'
import { safeDialect } from '../plugins/safe/src/lazy/safeDialect.js'
import { solanaDialects } from '../plugins/solana/src/lazy/dialects.js'
import { walletConnectDialect } from '../plugins/walletconnect/src/lazy/walletConnectDialect.js'

/** Every dialect that a wallet may speak to this product. */
export const walletDialects: readonly WalletDialect[] = [
  eip1193Dialect,
  walletConnectDialect,
  baseAccountDialect,
  safeDialect,
  ledgerDialect,
  ...bitcoinDialects,
  ...solanaDialects,
  injectedDialect,
]

const meanings: Readonly<Record<WalletMeaning, string>> = {
  refused: 'The person said no, in so many words. Nothing was done.',
  closed:
    'A window was closed. Connecting and signing messages: declined. A payment: it may have been sent before.',
  left: 'The request is over, and nobody is named who ended it. Read like `closed`.',
  busy: 'Another request waits for the person, or the device is locked.',
  unknownNetwork: 'The wallet does not know the network: adding it is offered.',
  unsupported: 'The wallet cannot do this.',
  unauthorized: 'The app may not ask for this, or not any more.',
  unreachable: 'No wallet was there to be asked.',
  undecided: 'Anything may have been done.',
}

/** The page `docs/wallet-dialects.md`. */
export const describeDialects = (): string =>
  `${[
    '# What wallets say, by dialect',
    'Each wallet is read by the table of the dialect that it speaks, and by no other one. This page is written from the tables: run `npx vitest run scripts/walletDialects.test.ts -u` after changing one. [wallet-dialects.md](decisions/wallet-dialects.md) says why.',
    '## Meanings',
    table(
      ['Meaning', 'What follows'],
      Object.entries(meanings).map(([name, text]) => [`\`${name}\``, text]),
    ),
    'Of all of these, only `refused` says that no money has left. Words of a refusal count beside any number that is not `firm`, and words of a machine (“timed out”, “broadcast”, “reverted”, “by the network” …) make every refusal doubtful, whatever its number. Where a request moves no money, a window that was closed is a refusal, too.',
    ...walletDialects.flatMap(describeDialect),
  ].join('\n\n')}\n`

function describeDialect(dialect: WalletDialect): string[] {
  const { name, source, codes, words, louder = [] } = dialect
  const rows = Object.entries(codes)
    .sort(([left], [right]) => Number(left) - Number(right) || left.localeCompare(right))
    .map(([code, row]) => [nameOf(dialect, code), ...describeRow(dialect, code, row)])
  const said = [...louder, ...words].map(([pattern, meaning]) => `- \`${meaning}\`: \`${pattern.source}\``)
  return [
    `## ${name}`,
    `From: ${source}.`,
    table(['Number', 'Meaning', 'Our code', 'Weight'], rows),
    `Words${louder.length > 0 ? ', the first of which says more than any number' : ''}:`,
    said.join('\n'),
  ]
}

const nameOf = ({ name }: WalletDialect, code: string): string =>
  name === 'Ledger' ? `\`0x${Number(code).toString(16)}\`` : `\`${code}\``

function describeRow(dialect: WalletDialect, code: string, [meaning, , , weight]: DialectRow): string[] {
  const number = /^-?\d+$/.test(code) ? Number(code) : code
  const made = createWalletErrors(dialect)({ code: number, message: '' })
  return [`\`${meaning}\``, `\`${dialect.codes[code]?.[1] ?? made.code}\``, weight ?? '']
}

/** Columns of one width, as the formatter writes them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0), 3),
  )
  const line = (cells: readonly string[], filler = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, filler)).join(' | ')} |`
  return [line(head), line([], '-'), ...rows.map((cells) => line(cells))].join('\n')
}
