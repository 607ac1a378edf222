import type { WorkspaceCopy } from './copyWorkspace.js'
import { page } from './rehearsalApps.js'

/** Adds a second version of the contract of explorers to the kernel, as its author would. */
export function addSecondContract(workspace: WorkspaceCopy): void {
  workspace.edit(
    '@latchkey/kernel',
    'src/contracts/capabilities/explorer.ts',
    (text) => `${text}
/** Links to a block explorer, asked for by one object. */
export interface ExplorerLinksCapability {
  url(request: { readonly networkId: NetworkId; readonly address: string }): string | undefined
}

export const ExplorerLinks = capabilityToken<ExplorerLinksCapability>('latchkey.capability.explorer/2', [], {
  url: undefined,
})
`,
  )
  workspace.edit(
    '@latchkey/kernel',
    'src/contracts.ts',
    (text) => `${text}
export { ExplorerLinks } from './contracts/capabilities/explorer.js'
export type { ExplorerLinksCapability } from './contracts/capabilities/explorer.js'
`,
  )
}

/** Lets the chain carry both versions, and ask for a kernel that has them. */
export function carrySecondContract(workspace: WorkspaceCopy, range: string): void {
  const chain = '@latchkey/plugin-eip155'
  workspace.edit(chain, 'src/capabilities.ts', (text) =>
    replaceOnce(
      replaceOnce(text, '  Explorer,\n', '  Explorer,\n  ExplorerLinks,\n'),
      '    capability(Explorer, createExplorer(tools.networks)),\n',
      `    capability(Explorer, createExplorer(tools.networks)),
    capability(ExplorerLinks, {
      url: ({ networkId, address }) => createExplorer(tools.networks).addressUrl(networkId, address),
    }),
`,
    ),
  )
  workspace.edit(chain, 'package.json', (text) =>
    replaceOnce(text, '"@latchkey/kernel": "workspace:^1.0.0"', `"@latchkey/kernel": "workspace:${range}"`),
  )
}

/** An app with a feature that was built before, and one that prefers the second version. */
export const linksPage = page(
  '',
  `import '@latchkey/ui-react/styles.css'
import { Explorer, ExplorerLinks } from '@latchkey/kernel/contracts'
import { Wallets } from '@latchkey/kernel/wallet'
`,
  `
const networkId = 'eip155:1'
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ask = (token) => kernel.get(Wallets).chain(networkId, token)
const before = ask(Explorer)?.addressUrl(networkId, address)
const links = ask(ExplorerLinks)
const after = links?.url({ networkId, address }) ?? before
globalThis.found = [before && 'first', after && after === before && (links ? 'second' : 'first')].join(', ')
`,
)

function replaceOnce(text: string, old: string, replacement: string): string {
  if (text.split(old).length !== 2)
    throw new Error(`Expected "${old.trim()}" once in the source that the rehearsal edits.`)
  return text.replace(old, () => replacement)
}
