import { ConnectRoute, Navigation, type NavigationService } from '@latchkey/kernel/wallet'
import { definePlugin, route, View } from '@latchkey/kernel/plugin'
import { type FakeClock, fakeClock } from '@latchkey/kernel/testing'
import { type FunctionComponent, useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { routeView } from '../routeView.js'
import { useService } from '../useService.js'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import {
  byTestId,
  clickTestId,
  clickText,
  findTestId,
  findText,
  findView,
  shownView,
  until,
} from '../../test/page.js'

afterEach(unmountAll)

const FirstRoute = route('First')
const NextRoute = route('Next')

interface Loading {
  readonly clock: FakeClock
  readonly navigation: NavigationService
  /** How often the code of the second view was asked for. */
  loads(): number
  arrive(): void
  fail(): void
}

/** Counts its presses, each of which leads to the second view. */
function FirstView() {
  const navigation = useService(Navigation)
  const presses = useRef(0)
  const press = (button: HTMLElement) => {
    presses.current += 1
    button.dataset['presses'] = `${presses.current}`
    navigation.push(NextRoute)
  }
  return (
    <button type="button" data-testid="next" onClick={(event) => press(event.currentTarget)}>
      Next
    </button>
  )
}

interface Asked {
  resolve(module: { readonly default: FunctionComponent }): void
  reject(error: Error): void
}

/** Shows the first view, whose button leads to one of which the code comes when the test says so. */
async function showFirst(skeleton: 'form' | 'code' = 'form'): Promise<Loading> {
  const clock = fakeClock()
  const asked: Asked[] = []
  const plugin = definePlugin({
    id: 'test.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(View, routeView(FirstRoute, { title: 'First', load: async () => ({ default: FirstView }) }))
      const load = () =>
        new Promise<{ readonly default: FunctionComponent }>((resolve, reject) =>
          asked.push({ resolve, reject }),
        )
      context.add(View, routeView(NextRoute, { title: 'Second', skeleton, load }))
    },
  })
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('metal')] }), plugin], { clock })
  mountShell(kernel)
  const navigation = kernel.get(Navigation)
  await until(() => navigation.draws(ConnectRoute.name))
  navigation.open(FirstRoute)
  await findTestId('next')
  return {
    clock,
    navigation,
    loads: () => asked.length,
    arrive: () => asked.at(-1)?.resolve({ default: () => <p>Here it is</p> }),
    fail: () => asked.at(-1)?.reject(new Error('The chunk could not be fetched.')),
  }
}

/** Notes each skeleton that stands in for a view, however shortly. */
function watchSkeletons(): () => number {
  let count = 0
  const observer = new MutationObserver(() => {
    count += document.querySelectorAll('.lk-view-skeleton').length
  })
  observer.observe(document.documentElement, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    return count
  }
}

const heldContent = () => document.querySelector<HTMLElement>('.lk-modal-content')

it('keeps the view before, of which nothing can be pressed, and shows no skeleton of one that loads in time', async () => {
  const { clock, loads, arrive } = await showFirst()
  const seen = watchSkeletons()
  await clickTestId('next')
  await until(() => loads() === 1 && heldContent()?.inert)
  clock.advance(149)
  expect([shownView(), document.querySelector('.lk-modal-title')?.textContent]).toEqual(['First', 'First'])
  arrive()
  await findText('Here it is')
  expect([shownView(), heldContent()?.inert]).toEqual(['Next', false])
  expect(seen()).toBe(0)
})

it.each(['form', 'code'] as const)(
  'shows the skeleton of a %s after 150 ms, as the view that comes says',
  async (kind) => {
    const { clock, loads, arrive } = await showFirst(kind)
    await clickTestId('next')
    await until(() => loads() === 1 && heldContent()?.inert)
    clock.advance(150)
    const skeleton = await until(() => document.querySelector<HTMLElement>('.lk-view-skeleton'))
    expect([shownView(), skeleton.dataset['kind'], heldContent()?.inert]).toEqual(['Next', kind, false])
    arrive()
    await findText('Here it is')
    expect(document.querySelector('.lk-view-skeleton')).toBeNull()
  },
)

it('says at once that a view could not be loaded, and loads it again', async () => {
  const { loads, arrive, fail } = await showFirst()
  await clickTestId('next')
  await until(() => loads() === 1)
  fail()
  await findView('Next')
  await clickText('Try again')
  await until(() => loads() === 2)
  arrive()
  await findText('Here it is')
})

it('goes back to the view that is still there, and to the button that had the focus', async () => {
  const { navigation, loads, clock } = await showFirst()
  byTestId('next')?.focus()
  await clickTestId('next')
  await until(() => loads() === 1 && heldContent()?.inert)
  await until(() => document.activeElement === document.body)
  navigation.back()
  await until(() => heldContent()?.inert === false)
  expect(document.activeElement).toBe(byTestId('next'))
  clock.advance(1_000)
  expect([shownView(), byTestId('next')?.dataset['presses']]).toEqual(['First', '1'])
})

it.each(['replace', 'reset'] as const)(
  'does not keep a view that a %s took out of the history, whose data may be gone',
  async (leave) => {
    const { navigation, loads, arrive } = await showFirst()
    if (leave === 'replace') navigation.replace(NextRoute)
    else navigation.reset(NextRoute)
    await until(() => document.querySelector('.lk-view-skeleton'))
    expect([shownView(), byTestId('next')]).toEqual(['Next', null])
    await until(() => loads() === 1)
    arrive()
    await findText('Here it is')
  },
)

it('draws a view whose code is there in the first frame', async () => {
  const { navigation, arrive, loads } = await showFirst()
  await clickTestId('next')
  await until(() => loads() === 1)
  arrive()
  await findText('Here it is')
  navigation.back()
  await findTestId('next')
  const seen = watchSkeletons()
  await clickTestId('next')
  await findText('Here it is')
  expect([seen(), loads()]).toEqual([0, 1])
})
