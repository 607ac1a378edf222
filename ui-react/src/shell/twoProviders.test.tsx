import { ConnectRoute, Navigation, Notifications } from '@latchkey/kernel/wallet'
import { definePlugin, Log } from '@latchkey/kernel/plugin'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { KernelProvider, type KernelProviderProps } from '../KernelProvider.js'
import { ModalView } from '../ModalView.js'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mount, mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { dialog, findTestId, findView, until } from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

const dialogs = () => document.querySelectorAll('dialog.lk-modal').length
const cards = () => document.querySelectorAll('[data-testid="lk-modal-card"]').length
/** Two rounds of effects and of what is drawn. */
const settled = async () => {
  for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

function setUp() {
  const errors: { readonly code?: string; readonly message: string }[] = []
  const quiet = () => {}
  const log = definePlugin({
    id: 'example.log',
    kernel: '^1.0.0',
    provides: [Log],
    setup(context) {
      const error = (_: string, cause: Error) => void errors.push(cause)
      context.provide(Log, () => ({ debug: quiet, info: quiet, warn: quiet, error }))
    },
  })
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] }), log])
  return { kernel, navigation: kernel.get(Navigation), errors }
}

/** Opens the modal once both providers have loaded what draws it. */
async function openIn({ navigation }: ReturnType<typeof setUp>) {
  await until(() => navigation.draws(ConnectRoute.name))
  navigation.open(ConnectRoute)
  await findView('Connect')
  await settled()
}

function TellsMounted({ onMounted }: { readonly onMounted: () => void }) {
  useEffect(onMounted, [onMounted])
  return null
}

describe('two providers of one kernel', () => {
  it('draw one modal, which the second does not close when it leaves', async () => {
    const set = setUp()
    mountShell(set.kernel)
    const second = mountShell(set.kernel)
    await openIn(set)
    expect(dialogs()).toBe(1)
    second.unmount()
    await settled()
    expect(set.navigation.state.open).toBe(true)
    expect(dialogs()).toBe(1)
  })

  it('hand the open modal over when the one that draws it leaves', async () => {
    const set = setUp()
    const first = mountShell(set.kernel, undefined, { messages: { shell: { titleConnect: 'The first' } } })
    await openIn(set)
    mountShell(set.kernel, undefined, { messages: { shell: { titleConnect: 'The second' } } })
    await settled()
    expect(dialog()?.textContent).toContain('The first')
    first.unmount()
    await until(() => dialog()?.textContent?.includes('The second'))
    expect(set.navigation.state.open).toBe(true)
    expect(dialogs()).toBe(1)
  })

  it('keep it open when the one that draws it leaves before the code of the other is there', async () => {
    const set = setUp()
    const first = mountShell(set.kernel, undefined, { messages: { shell: { titleConnect: 'The first' } } })
    await openIn(set)
    const isMounted = new Promise<void>((resolve) => {
      const messages = { shell: { titleConnect: 'The second' } }
      mountShell(set.kernel, <TellsMounted onMounted={resolve} />, { messages })
    })
    await isMounted
    first.unmount()
    await until(() => dialog()?.textContent?.includes('The second'))
    expect(set.navigation.state.open).toBe(true)
    expect(dialogs()).toBe(1)
  })

  it('close it when the last of them leaves', async () => {
    const set = setUp()
    const first = mountShell(set.kernel)
    const second = mountShell(set.kernel)
    await openIn(set)
    second.unmount()
    first.unmount()
    await until(() => !set.navigation.state.open)
    expect(dialogs()).toBe(0)
  })

  it('tell the developer once, with what to do, and stay quiet where the second draws none', async () => {
    const set = setUp()
    mountShell(set.kernel)
    mountShell(set.kernel, undefined, { modal: false })
    await openIn(set)
    set.navigation.close()
    expect(set.errors).toEqual([])
    mountShell(set.kernel)
    await until(() => set.errors.length > 0)
    await openIn(set)
    set.navigation.close()
    await openIn(set)
    expect(set.errors).toHaveLength(1)
    expect(set.errors[0]).toMatchObject({ code: 'MODAL_DRAWN_TWICE' })
    expect(set.errors[0]?.message.replace(set.kernel.id, 'wallets')).toMatchInlineSnapshot(`
      "Two providers would draw the modal of one kernel, so only the first one does.

      Several <KernelProvider> on this page have the kernel "wallets". Only the first one's theme, messages and container are used for the modal.
      Give the modal={false} property to all but one of them, or put one provider above everything that needs the kernel.

      Docs: @latchkey/ui-react/README.md#kernelprovider"
    `)
  })

  it('stay apart in one root of React, under strict mode', async () => {
    const set = setUp()
    const both = (
      <>
        <KernelProvider kernel={set.kernel} />
        <KernelProvider kernel={set.kernel} />
      </>
    )
    const mounted = mount(both)
    await openIn(set)
    expect(dialogs()).toBe(1)
    mounted.render(<KernelProvider key="other" kernel={set.kernel} />)
    await settled()
    expect(dialogs()).toBeLessThanOrEqual(1)
  })

  it('leave the view in the page of one to it, and draw no dialog over it', async () => {
    const set = setUp()
    mountShell(set.kernel, <ModalView />)
    await findView('Connect')
    const second = mountShell(set.kernel)
    await settled()
    expect([cards(), dialogs()]).toEqual([1, 0])
    second.unmount()
    await settled()
    expect(set.navigation.state.open).toBe(true)
  })

  it('show a toast once', async () => {
    const set = setUp()
    mountShell(set.kernel)
    mountShell(set.kernel)
    set.kernel.get(Notifications).toast('Saved.', { type: 'success' })
    await until(() => document.querySelector('.lk-toast'))
    await settled()
    expect(document.querySelectorAll('.lk-toast')).toHaveLength(1)
  })
})

describe('one provider', () => {
  it.each<[string, ReactNode, Partial<KernelProviderProps>]>([
    ['with the modal', undefined, {}],
    ['with the view in the page', <ModalView key="view" />, {}],
    ['with the view in the page and no modal', <ModalView key="view" />, { modal: false }],
  ])('%s tells of nothing, also where its modal is replaced by the view', async (_, children, props) => {
    const set = setUp()
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    const draw = (inner: ReactNode) =>
      root.render(
        <StrictMode>
          <KernelProvider kernel={set.kernel} {...props}>
            {inner}
          </KernelProvider>
        </StrictMode>,
      )
    draw(undefined)
    await until(() => set.navigation.draws(ConnectRoute.name))
    draw(children)
    set.navigation.open(ConnectRoute)
    if (children || props.modal !== false) await findTestId('lk-modal-card')
    await settled()
    expect(set.errors).toEqual([])
    root.unmount()
    container.remove()
  })
})
