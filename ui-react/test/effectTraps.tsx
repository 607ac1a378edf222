// Runs in a page of its own with a production build of React; see ../src/effectTraps.attack.test.ts.
import { definePlugin, View } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createRoot } from 'react-dom/client'
import { AccountButton } from '../src/buttons/AccountButton.js'
import { fakeChain, fakeWallet } from './fakeWallets.js'
import { mountShell, testKernel, unmountAll } from './mount.js'
import { byTestId, until } from './page.js'

const fault = (): never => {
  throw new Error('a fault of the stranger')
}
const everyTrap = new Proxy({}, { get: () => fault }) as ProxyHandler<object>
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
/** What cannot be read, and what throws once it is read where only reading it tells. */
const values: Readonly<Record<string, () => unknown>> = {
  'a proxy whose every trap throws': () => new Proxy({}, everyTrap),
  'a function behind such a proxy': () => new Proxy(() => {}, everyTrap),
  'an error behind such a proxy': () => new Proxy(new Error('a fault'), everyTrap),
  'a revoked proxy': revoked,
  'an error whose message throws': () => Object.defineProperty(new Error(), 'message', { get: fault }),
  'an object whose then throws': () => Object.defineProperty({}, 'then', { get: fault }),
}

type Raise = () => never
// Each is called by a component that always calls the same one.
const places: Readonly<Record<string, (raise: Raise) => ReactNode>> = {
  'an effect': (raise) => void useEffect(raise),
  'the end of an effect': (raise) => {
    const [count, setCount] = useState(0)
    useEffect(() => {
      if (count === 0) setCount(1)
      return raise
    }, [count, raise])
  },
  'an effect of every render': (raise) => {
    useEffect(() => raise())
    return <p>{'words'}</p>
  },
  'a layout effect': (raise) => void useLayoutEffect(raise),
  'the end of a layout effect': (raise) => {
    const [count, setCount] = useState(0)
    useLayoutEffect(() => {
      if (count === 0) setCount(1)
      return raise
    }, [count, raise])
  },
  'an insertion effect': (raise) => void useInsertionEffect(raise),
  'an imperative handle': (raise) => void useImperativeHandle(useRef(null), raise),
  'the callback of a reference': (raise) => <p ref={raise} />,
  'the end of a reference': (raise) => {
    const [isShown, setShown] = useState(true)
    useEffect(() => setShown(false), [])
    return isShown && <p ref={() => raise} />
  },
  'the handler of an event': (raise) => <HandlesEvent raise={raise} />,
  'a task that an effect begins': (raise) => {
    useEffect(() => void (async () => raise())())
    return null
  },
  'a timer that an effect sets': (raise) => {
    useEffect(() => void setTimeout(raise))
    return null
  },
  'an effect of a component within': (raise) => <Within raise={raise} />,
}

function HandlesEvent({ raise }: { readonly raise: Raise }): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.click())
  return <button ref={button} type="button" onClick={raise} />
}
function Within({ raise }: { readonly raise: Raise }): ReactNode {
  useEffect(raise)
  return null
}

/** React still renders for somebody else on the page. */
async function reactStands(): Promise<void> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<p data-testid="neighbour" />)
  await until(() => byTestId('neighbour'), 3_000)
  root.unmount()
  container.remove()
}

async function connect(components: readonly ComponentType[]) {
  const wallet = fakeWallet('a')
  const stranger = definePlugin({
    id: 'stranger',
    kernel: '^1.0.0',
    setup(context) {
      for (const [index, component] of components.entries()) {
        const load = async () => ({ default: component })
        context.add(View, { id: `stranger.${index}`, slot: 'modal.header.actions', load })
      }
    },
  })
  const kernel = testKernel([fakeChain({ wallets: [wallet] }), stranger])
  mountShell(
    kernel,
    <>
      <p data-testid="host" />
      <AccountButton />
    </>,
  )
  await until(() => kernel.state.phase === 'started')
  await kernel.get(Session).connect({ connectorId: 'a' })
  return { session: kernel.get(Session), asked: () => wallet.requests.length }
}

/** Says what broke. A view throws each value; a case in which one was not thrown proves nothing. */
async function survive(place: string): Promise<string> {
  const thrown = new Set<string>()
  const components = Object.entries(values).map(([value, make]) => {
    const raise = (): never => {
      thrown.add(value)
      throw make()
    }
    return () => createElement('div', null, places[place]?.(raise))
  })
  try {
    const { session, asked } = await connect(components)
    ;(await until(() => byTestId('account-button'), 3_000)).click()
    const row = await until(() => byTestId('disconnect-button'), 3_000)
    await until(() => thrown.size === components.length, 3_000)
    await reactStands()
    if (!byTestId('host')) return 'The host’s page is gone.'
    row.click()
    await until(() => session.state.connections.length === 0, 3_000)
    await reactStands()
    return asked() === 1 ? '' : `The wallet was asked ${asked()} times.`
  } catch (error) {
    return `${error}`
  } finally {
    unmountAll()
  }
}

declare global {
  interface Window {
    /** What broke, by place. One page has them all, one after the other, so that what one leaves behind meets the next. */
    surviveEffectTraps(): Promise<Readonly<Record<string, string>>>
  }
}

window.addEventListener('error', (event) => event.preventDefault())
window.addEventListener('unhandledrejection', (event) => event.preventDefault())
window.surviveEffectTraps = async () => {
  const results: Record<string, string> = {}
  for (const place of Object.keys(places)) results[place] = await survive(place)
  return results
}
