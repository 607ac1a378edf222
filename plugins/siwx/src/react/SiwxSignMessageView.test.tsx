import '@latchkey/ui-react/styles.css'
import { capability, SignMessage } from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace, UserRejectedError } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNamespace, fakeWallet } from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { KernelProvider } from '@latchkey/ui-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConnectingSiweRoute, Siwx, type SiwxOptions } from '../index.js'
import { siwx } from './index.js'

const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

async function shown(options: SiwxOptions, props: { messages?: object } = {}) {
  let settle: ((how: 'approve' | 'reject' | 'fail') => void) | undefined
  const wallet = fakeWallet({
    name: 'Metal\u202e Wallet',
    accounts: [fakeAccount('eip155:1', alice)],
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const chain = definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    setup(context) {
      const sign = () =>
        new Promise<{ signature: string; type: string }>((resolve, reject) => {
          settle = (how) =>
            how === 'approve'
              ? resolve({ signature: '0x00', type: 'eip191' })
              : reject(how === 'reject' ? new UserRejectedError() : new Error('The wallet broke.'))
        })
      context.add(
        Namespace,
        fakeNamespace('eip155', ['1'], { capabilities: [capability(SignMessage, { sign })] }),
      )
      context.add(Connector, wallet.connector)
    },
  })
  const kernel: Kernel = createKernel([chain, siwx(options)], {
    storage: memoryStorage(),
    logLevel: 'silent',
    app: { name: 'Example exchange' },
  })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <KernelProvider kernel={kernel} {...props} />
    </StrictMode>,
  )
  cleanup = async () => {
    root.unmount()
    container.remove()
    await kernel.dispose()
  }
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  await vi.waitFor(() => expect(button('siwx-sign')).toBeDefined(), 10_000)
  return {
    kernel,
    answer: (how: 'approve' | 'reject' | 'fail') => settle?.(how),
    asked: () => settle !== undefined,
  }
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const button = (id: string) => find(`[data-testid="${id}"]`) ?? undefined
const text = () => find('dialog')?.innerText ?? ''

describe('the view that asks to sign in', () => {
  it('says who asks, for which account, in which wallet, and that it is required', async () => {
    await shown({ required: true })
    expect(text()).toContain('Sign in to Example exchange')
    expect(text()).toContain('Sign a message in Metal Wallet to prove that this account is yours')
    expect(text()).toContain('Network eip155:1')
    expect(find('.lk-address')?.title).toBe(alice)
    expect(text()).toContain('This app requires sign-in. Cancel to disconnect.')
    expect(find('[data-testid="header-back"]')).toBeNull()
  })

  it('does not speak of need when it is optional', async () => {
    await shown({})
    expect(text()).not.toContain('needs you')
  })

  it('waits for the wallet, tells what went wrong, and closes once it is signed', async () => {
    const { kernel, answer, asked } = await shown({ required: true })
    button('siwx-sign')?.click()
    await vi.waitFor(() => expect(asked()).toBe(true), 10_000)
    expect(button('siwx-sign')?.getAttribute('aria-busy')).toBe('true')
    expect(text()).toContain('Confirm in Metal Wallet')
    expect(find('.lk-pair')?.hasAttribute('data-active')).toBe(true)
    answer('reject')
    // Once: what the person chose is no fault to be read about twice.
    await vi.waitFor(() => expect(find('.lk-snackbar')?.innerText).toContain('Signature declined'))
    // Over the pictures: what is signed, and for whom, stays readable.
    const edge = (selector: string) => find(selector)?.getBoundingClientRect()
    expect(edge('.lk-snackbar-body')?.bottom).toBeLessThan(edge('.lk-waiting-words')?.top ?? 0)
    expect(find('.lk-banner[data-tone="danger"]')).toBeNull()
    expect(button('siwx-sign')?.getAttribute('aria-busy')).toBeNull()
    button('siwx-sign')?.click()
    await vi.waitFor(() => expect(kernel.get(Siwx).state.phase).toBe('signing'))
    expect(find('.lk-banner[data-tone="danger"]')).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 50))
    answer('approve')
    await vi.waitFor(() => expect(find('dialog[open]')).toBeNull(), 5_000)
    expect(kernel.get(Siwx).status).toBe('signedIn')
    // The page says what came of it, in place of the view.
    await vi.waitFor(() =>
      expect(find('.lk-toast')?.innerText).toContain('Signed in as 0x5aAe…eAed on Network eip155:1.'),
    )
  })

  it('says once what went wrong, and has it read out', async () => {
    const { kernel, answer, asked } = await shown({ required: true })
    button('siwx-sign')?.click()
    await vi.waitFor(() => expect(asked()).toBe(true), 10_000)
    answer('fail')
    await vi.waitFor(() => expect(kernel.get(Siwx).state.error?.code).toBe('SIWX_SIGN_IN_FAILED'), 10_000)
    await vi.waitFor(() => expect(find('.lk-banner[role="alert"]')?.innerText).toContain('Signing in failed'))
    expect(text().split('Signing in failed')).toHaveLength(2)
  })

  it('refuses to close while it is required, and cancel disconnects', async () => {
    const { kernel } = await shown({ required: true })
    find('[data-testid="lk-header-close"]')?.click()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(find('dialog[open]')).not.toBeNull()
    button('siwx-cancel')?.click()
    await vi.waitFor(() => expect(find('dialog[open]')).toBeNull(), 5_000)
    expect(kernel.get(Session).state.connections).toEqual([])
  })

  it('is there under the name of the older sign-in too, and just as hard to leave', async () => {
    const { kernel } = await shown({ required: true })
    kernel.get(Navigation).reset(ConnectingSiweRoute)
    await vi.waitFor(() => expect(find('[data-view="ConnectingSiwe"]')).not.toBeNull(), 5_000)
    await vi.waitFor(() => expect(text()).toContain('Sign in to Example exchange'), 5_000)
    expect(kernel.get(Navigation).close()).toBe(false)
  })

  it('speaks the words of the host', async () => {
    await shown({}, { messages: { siwx: { sign: 'Anmelden' } } })
    expect(button('siwx-sign')?.innerText).toBe('Anmelden')
  })
})
