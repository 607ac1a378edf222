import { capability, SignMessage } from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNamespace, fakeWallet } from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import { KernelProvider } from '@latchkey/ui-react'
import { Component, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { Siwx } from '../index.js'
import { siwx, type UseSiwxResult, useSiwx } from './index.js'

const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const chain = definePlugin({
  id: 'test.chain',
  kernel: '^1.0.0',
  setup(context) {
    const sign = async () => ({ signature: '0x00', type: 'eip191' })
    const capabilities = [capability(SignMessage, { sign })]
    const wallet = fakeWallet({
      accounts: [fakeAccount('eip155:1', alice)],
      networks: { eip155: 'eip155:1' },
      answers: { connect: 'approve', disconnect: 'approve' },
    })
    context.add(Namespace, fakeNamespace('eip155', ['1'], { capabilities }))
    context.add(Connector, wallet.connector)
  },
})

class Boundary extends Component<{ children: ReactNode; onError(error: unknown): void }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

function Reader({ onResult }: { onResult(result: UseSiwxResult): void }) {
  onResult(useSiwx())
  return null
}

/** What the hook answered last, and what it threw. */
async function shown(plugins: readonly PluginInput[]) {
  const seen: { result?: UseSiwxResult; error?: unknown } = {}
  const kernel: Kernel = createKernel(plugins, { storage: memoryStorage(), logLevel: 'silent' })
  const container = document.createElement('div')
  const root = createRoot(container, { onCaughtError: () => {} })
  root.render(
    <KernelProvider kernel={kernel}>
      <Boundary onError={(error) => Object.assign(seen, { error })}>
        <Reader onResult={(result) => Object.assign(seen, { result })} />
      </Boundary>
    </KernelProvider>,
  )
  cleanup = async () => {
    root.unmount()
    await kernel.dispose()
  }
  await kernel.start()
  return { kernel, seen }
}

it('follows the active account from disconnected to signed in and out', async () => {
  const { kernel, seen } = await shown([chain, siwx()])
  const accountId = `eip155:1:${alice}`
  const expected = (status: string, isSignedIn: boolean, id: string | undefined) =>
    vi.waitFor(() => expect(seen.result).toMatchObject({ status, isSignedIn, accountId: id }), 10_000)
  await expected('disconnected', false, undefined)
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  await expected('signedOut', false, accountId)
  expect(await seen.result?.sign()).toBe(true)
  await expected('signedIn', true, accountId)
  expect(seen.result?.sessions.map((record) => record.accountId)).toEqual([accountId])
  await seen.result?.signOut()
  await expected('signedOut', false, accountId)
  expect(kernel.get(Siwx).status).toBe('signedOut')
})

it('says that the plugin is not listed', async () => {
  const { seen } = await shown([chain])
  await vi.waitFor(() => expect(seen.error).toBeDefined(), 10_000)
  expect(seen.error).toMatchObject({ code: 'SIWX_NOT_ENABLED', shortMessage: 'SIWX is not enabled' })
})
