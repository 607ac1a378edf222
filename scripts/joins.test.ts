import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findJoins, findJoinsInSamples, isJoinPath, type JoinReport } from './joins.js'

describe('isJoinPath', () => {
  it.each([
    ['plugins/send/src/lazy/readTarget.ts', true],
    ['ui-react/src/hooks/useBalance.ts', true],
    ['examples/third-party-cosmos/src/keplr.ts', true],
    ['examples/playground/src/ChainPanel.tsx', true],
    ['e2e/app/Actions.tsx', true],
    ['kernel/src/contracts/caip.ts', true],
    ['kernel/src/wallet/createWallets.ts', false],
    ['kernel/src/wallet/session/session.ts', false],
    ['kernel/src/testing/namespaceSuite.ts', false],
    ['plugins/send/src/lazy/sender.test.ts', false],
    ['ui-react/src/hooks/useBalance.test-d.ts', false],
    ['e2e/connect.spec.ts', false],
  ])('%s: %s', (path, isChecked) => expect(isJoinPath(path)).toBe(isChecked))
})

/** The kernel's names, as far as the forms below use them. */
const contracts = `
export interface Capability { readonly token: object; readonly value: unknown }
export interface NamespaceContribution { readonly id: string; readonly capabilities: readonly Capability[] }
export interface Connection { provider(namespace: string): unknown }
export interface Account { readonly address: string; readonly namespace: string }
export interface SessionState { readonly connections: readonly ConnectionRecord[] }
export interface NetworksState { readonly active: Readonly<Record<string, string>> }
export interface SessionService {
  readonly state: SessionState
  connection(id: string): Connection | undefined
  activeAccount(namespace: string): { address: string } | undefined
  activeConnection(namespace: string): { id: string } | undefined
  provider<T>(key: { readonly '~type'?: T }): T | undefined
}
export interface ConnectionRecord { readonly id: string }
export interface WalletTarget { readonly connectionId: string; readonly networkId: string }
export interface ActiveWallet { readonly networkId: string; readonly account: Account; readonly target: WalletTarget }
export interface WalletsService {
  active(namespace?: string): ActiveWallet | undefined
  list(): readonly ActiveWallet[]
  find(question: object): ActiveWallet | undefined
  follow(listener: () => void): () => void
}
export interface NetworksService {
  readonly state: NetworksState
  active(): { id: string } | undefined
  find(id: string): { id: string } | undefined
}
export type NetworkId = \`\${string}:\${string}\`
export declare function findCapability(list: readonly Capability[], token: object): unknown
export declare function useProvider(key: object): { provider: unknown }
export interface Wallet { request(): void }
export declare const wallets: WalletsService
export declare function useAccount(): { address?: string; networkId?: string }
export declare function useWallet(): ActiveWallet | undefined
export declare function useNetwork(): { networkId?: string }
export declare function useActiveNetwork(): { networkId?: string }
export declare function useSession(): { state: SessionState; works: boolean }
export declare function useServiceState<S>(token: { readonly '~type'?: { state: S } }): { state: S; works: boolean }
export declare const Networks: { readonly '~type'?: NetworksService }
export declare const namespaces: readonly NamespaceContribution[]
export declare const one: NamespaceContribution
export declare const session: SessionService
export declare const picked: Pick<SessionService, 'connection'>
export declare const networks: NetworksService
export declare const connection: Connection
export declare const connections: readonly ConnectionRecord[]
export declare const account: { address: string; namespace: string }
export declare const networkId: string
export declare const caip2: \`\${string}:\${string}\`
export declare function list(point: 'Namespace'): readonly NamespaceContribution[]
`
const head = `import * as k from './contracts.js'\n`

const hooks = 'const { useAccount, useWallet, useNetwork, useActiveNetwork, useSession } = k'
/** Joined to be shown: an account of one moment or namespace beside the network of another. */
const displays = [
  `${hooks}\nexport const a = () => [useAccount().address, useNetwork().networkId]`,
  `${hooks}\nexport const a = () => [useAccount().address, useActiveNetwork().networkId]`,
  `${hooks}\nexport const a = () => [useWallet()?.account, useNetwork().networkId]`,
  `${hooks}\nexport const a = ({ account }: { account: k.Account }) => [account, useNetwork().networkId]\ntype Account = k.Account\nexport const b = (account: Account) => account`,
  `${hooks}\nexport const a = () => [useSession().state.connections, useNetwork().networkId]`,
  `${hooks}\nconst { useServiceState } = k\nexport const a = () => [useAccount().address, useServiceState(k.Networks).state.active]`,
  `${hooks}\nexport const a = () => { const { state } = useSession(); return [state, k.networks.active()] }`,
  `${hooks}\nexport const a = () => { const { state: own } = useSession(); return [own, k.networks.state.active] }`,
  'export const a = [k.session.state, k.networks.state]',
  'export const a = [k.wallets.active()?.account, k.networks.active()?.id]',
  "export const a = (stop: () => void) => [k.wallets.follow(stop), k.networks.state.active['eip155']]",
  'export const a = [k.wallets.list(), k.networks.active()]',
]

describe('findJoins', () => {
  const refused: readonly (readonly [source: string, problem: RegExp])[] = [
    ["export const a = k.list('Namespace').find(({ id }) => id === 'eip155')", /for a namespace/],
    ["const all = k.namespaces\nexport const a = all.find((own) => own.id === 'eip155')", /for a namespace/],
    ["export const a = k.namespaces.filter((own) => own.id === 'eip155')[0]", /for a namespace/],
    ["export const a = k.list('Namespace').findLast(({ id }) => id === 'eip155')", /for a namespace/],
    ['export const a = k.findCapability([], {})', /for a capability/],
    ['const { findCapability } = k\nexport const a = findCapability([], {})', /for a capability/],
    ['export const a = k.one.capabilities', /reads the capabilities/],
    ['const { capabilities: a } = k.one\nexport const b = a.find(Boolean)', /for a capability/],
    ["export const a = k.session.connection('1')", /connection itself/],
    ["export const a = k.picked.connection('1')", /connection itself/],
    ["export const a = (own?: k.Connection) => own?.provider('eip155')", /for a provider/],
    ['export const a = k.session.provider({})', /for a provider/],
    ["export const a = k.connections.find(({ id }) => id === '1')", /looks for a connection/],
    ['export const a = k.session.activeConnection(k.account.namespace)', /active in its namespace/],
    [
      "export const a = [k.session.activeConnection('eip155'), k.networks.find('eip155:1')]",
      /an account and the active network/,
    ],
    ...displays.map((source) => [source, /an account and the active network/] as const),
    ['export const a = (provider: unknown) => provider as k.Wallet', /casts a provider/],
    ['export const a = (evmProvider: any) => evmProvider as k.Wallet', /casts a provider/],
    [
      'export const a = (own: { provider: unknown }) => (own.provider as k.Wallet).request()',
      /casts a provider/,
    ],
    ['export const a = k.session.provider({}) as k.Wallet', /casts a provider/],
    ['export const a = (provider: unknown) => (<k.Wallet>provider).request()', /casts a provider/],
    [
      'const { account, networkId } = k\nconst provider = k.session.provider({})\nexport const a = { account, networkId, provider }',
      /fills in account/,
    ],
    [
      'const { account: from, networkId } = k\nconst { provider } = k.useProvider({})\nexport const a = { from, networkId, provider, to: 1 }',
      /fills in account/,
    ],
    [
      'const { account, networkId } = k\nconst wallet = k.session.provider({})\nexport const a = { account, networkId, provider: wallet }',
      /fills in account/,
    ],
    [
      "export const a = { namespace: 'eip155', connectionId: '1', address: '0x', networkId: k.networkId }",
      /target by hand/,
    ],
    [
      "export const a = (own: k.ActiveWallet) => ({ ...own.target, networkId: 'eip155:1' })",
      /changes a target by hand/,
    ],
    ["export const a = k.caip2.split(':')[0]", /takes a namespace out of an id/],
    ["export const a = (id?: k.NetworkId) => id?.split(':')[0]", /takes a namespace out of an id/],
    [
      "export const a = () => [k.session.activeAccount('eip155'), k.networks.active()]",
      /an account and the active network/,
    ],
    [
      "export const a = () => k.session.activeConnection('eip155')\nexport const b = () => k.networks.active()",
      /an account and the active network/,
    ],
  ]
  const allowed = [
    "export const a = k.list('Namespace').map(({ id }) => id)",
    'export const a = k.namespaces.flatMap(({ id }) => id)',
    "export const a = ['a'].find((id) => id === 'a')",
    'export const a = k.networks.active()',
    "export const a = k.networks.find('eip155:1')",
    'export const a = k.connections.map(({ id }) => id)',
    "export const a = k.session.activeAccount('eip155')",
    `${hooks}\nexport const a = () => [useAccount().address, useAccount().networkId]`,
    `${hooks}\nexport const a = () => [useNetwork(), useActiveNetwork()]`,
    // Whether both services work says nothing of an account.
    `${hooks}\nconst { useServiceState } = k\nexport const a = () => useServiceState(k.Networks).works && useSession().works`,
    // The network of an app without a wallet.
    'export const a = k.wallets.active()?.networkId ?? k.networks.active()?.id',
    "export const a = [k.session.state, k.networks.find('eip155:1')]",
    // A chain that hands the request of a feature on.
    'export const a = ({ account, networkId, provider }: { account: object; networkId: string; provider: unknown }) => ({ account, networkId, provider })',
    'export const a = (provider: k.Wallet) => provider as object',
    'export const a = (value: unknown) => value as k.Wallet',
    'export const a = { provider: 1, networkId: k.networkId }',
    "export const a = { namespace: 'eip155', address: '0x', networkId: k.networkId }",
    "export const a = (own: k.ActiveWallet) => k.wallets.find({ ...own.target, networkId: 'eip155:1' })",
    'export const a = (own: k.ActiveWallet) => ({ ...own.target, isShown: true })',
    "export const a = k.networkId.split(':')[0]",
    "export const a = k.caip2.split(':')[1]",
    "// findCapability(k.one.capabilities, {})\nexport const a = 'findCapability()'",
  ]
  const stranger = 'examples/third-party-cosmos/src'
  const casts = [
    'export const a = (value: unknown) => value as string',
    'export const a = (value: unknown) => <string>value',
    'export const a = (value?: string) => value!.length',
  ]
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-joins-'))
  let report: JoinReport

  beforeAll(() => {
    const options = {
      target: 'ES2023',
      module: 'ESNext',
      moduleResolution: 'bundler',
      strict: true,
      types: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['.'] }))
    writeFileSync(join(folder, 'contracts.ts'), contracts)
    for (const [index, [source]] of refused.entries()) {
      writeFileSync(join(folder, `refused${index}.ts`), `${head}${source}\n`)
    }
    for (const [index, source] of allowed.entries()) {
      writeFileSync(join(folder, `allowed${index}.ts`), `${head}${source}\n`)
    }
    mkdirSync(join(folder, stranger), { recursive: true })
    for (const [index, source] of casts.entries()) {
      writeFileSync(join(folder, stranger, `cast${index}.ts`), `${source}\n`)
    }
    report = findJoins(folder, join(folder, 'tsconfig.json'), (path) =>
      /(?:refused|allowed|cast)\d+\.ts$/.test(path),
    )
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const of = (path: string) => report.joins.filter((found) => found.path === path)

  it('looks at every file', () => expect(report.files).toBe(refused.length + allowed.length + casts.length))
  it.each(refused.map((entry, index) => [...entry, index] as const))(
    'refuses %s',
    (source, problem, index) => {
      const found = of(`refused${index}.ts`)
      expect(found.map((join) => join.problem)).toContainEqual(expect.stringMatching(problem))
      expect(found[0]?.line).toBeGreaterThan(1)
      expect(found[0]?.line).toBeLessThanOrEqual(source.split('\n').length + 1)
    },
  )
  it.each(casts.map((source, index) => [source, index] as const))('refuses of a stranger %s', (_, index) =>
    expect(of(`${stranger}/cast${index}.ts`)).toMatchObject([
      { line: 1, problem: expect.stringMatching(/casts/) },
    ]),
  )
  it.each(allowed.map((source, index) => [source, index] as const))('allows %s', (_, index) =>
    expect(of(`allowed${index}.ts`)).toEqual([]),
  )
})

describe('the samples of a document', () => {
  const sample = (code: string) => `# Title\n\n\`\`\`ts\n${code}\n\`\`\`\n`

  it.each([
    "const own = kernel.list(Namespace).find(({ id }) => id === 'eip155')",
    'const own = findCapability(namespace.capabilities, Send)',
    "const own = session.activeAccount('eip155')",
    'const own = session.provider(Eip155Provider)',
  ])('are refused: %s', (code) =>
    expect(findJoinsInSamples('README.md', sample(code))).toMatchObject([{ path: 'README.md', line: 4 }]),
  )

  it('go through the door, and prose may name what it likes', () => {
    const document = `${sample("const own = kernel.get(Wallets).active('eip155')?.use(Send)")}findCapability()`
    expect(findJoinsInSamples('README.md', document)).toEqual([])
  })
})
