import { RemoteProvider, type RemoteSession } from '../../contracts/capabilities/remoteProvider.js'
import { describeFound } from '../describeFound.js'
import { check, pause } from '../suite.js'
import type { CapabilityRun, CapabilityTests } from './runCapability.js'

/** Milliseconds in which a provider that asks by itself would have asked. */
const idleTime = 40

/** Checks that a session with a wallet elsewhere becomes the namespace's own provider. The suite plays the session. */
export function testRemoteProvider({ test }: CapabilityTests): void {
  test('remoteProvider', 'makes a provider that asks the wallet for nothing by itself', async (run) => {
    if (!run.find(RemoteProvider)) return
    const adapter = (await run.ask(RemoteProvider, 'load')).answer
    const { session, asked } = remoteSession(run)
    const provider: unknown = adapter.createProvider(session)
    check(
      typeof provider === 'object' && provider !== null,
      `createProvider() to answer a provider, found ${describeFound(provider)}`,
      'answer it in the form of the namespace’s provider key',
    )
    await pause(idleTime)
    check(
      asked.length === 0,
      `nothing to be asked of the wallet while a provider is made, found ${asked[0]}`,
      'ask only when the app asks',
    )
  })

  test('remoteProvider', 'says of each account what kind it is', async (run) => {
    if (!run.find(RemoteProvider)) return
    const { kindOf } = (await run.ask(RemoteProvider, 'load')).answer
    const kind: unknown = kindOf?.(run.harness.account.address) ?? 'eoa'
    check(
      kind === run.harness.account.kind,
      `kindOf() to say "${run.harness.account.kind}" of the account, found ${describeFound(kind)}`,
      'read the kind from the address, or leave `kindOf` out',
    )
  })
}

function remoteSession({ harness }: CapabilityRun) {
  const asked: string[] = []
  const { networkId, account, namespace } = harness
  const session: RemoteSession = {
    walletName: 'Suite Wallet',
    properties: {},
    networks: namespace.networks,
    rpcUrls: {},
    accounts: () => [account],
    networkId: () => networkId,
    networkIds: () => [networkId],
    methods: () => [],
    async request({ method }) {
      asked.push(method)
      return null
    },
    async switchNetwork() {},
    subscribe: () => () => {},
  }
  return { session, asked }
}
