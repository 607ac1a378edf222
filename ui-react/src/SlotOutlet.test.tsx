import { definePlugin, View, type Plugin } from '@latchkey/kernel/plugin'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectButton } from './buttons/ConnectButton.js'
import { slot } from './slot.js'
import { SlotOutlet } from './SlotOutlet.js'
import { view, type ViewOptions } from './view.js'
import { mountShell, testKernel, unmountAll } from '../test/mount.js'
import { clickText, findText, until } from '../test/page.js'

afterEach(unmountAll)

const Place = slot<{ readonly word: string }>('test.place')
const outlet = (
  <div data-latchkey="">
    <SlotOutlet slot={Place} props={{ word: 'hello' }} loading={<p>loading</p>} empty={<p>nobody</p>} />
  </div>
)
const says = (text: string) => async () => ({
  default: ({ word }: { readonly word: string }) => <p>{`${text} ${word}`}</p>,
})

function drawing(...views: readonly ViewOptions<{ readonly word: string }>[]): Plugin {
  return definePlugin({
    id: 'test.views',
    kernel: '^1.0.0',
    setup(context) {
      for (const options of views) context.add(View, view(Place, options))
    },
  })
}

const shown = () => [...document.querySelectorAll('p')].map((element) => element.textContent)

const mood = { isBroken: true }

function Moody({ word }: { readonly word: string }) {
  if (mood.isBroken) throw new Error('no mood')
  return <p>{`better ${word}`}</p>
}

describe('SlotOutlet', () => {
  it('draws the views in order, with the props of the slot, and those of other slots not', async () => {
    const kernel = testKernel([
      drawing(
        { id: 'b', order: 200, load: says('second') },
        { id: 'a', load: says('first') },
        { id: 'c', when: () => false, load: says('never') },
      ),
    ])
    mountShell(kernel, outlet)
    await findText('second hello')
    expect(shown()).toEqual(['first hello', 'second hello'])
  })

  it.each([
    [4, 4],
    [2.5, 2],
    [1e9, 12],
    [0, 0],
    [Number.NaN, 0],
  ])('holds the place of %s rows while a view loads, at most a window full', async (rows, held) => {
    const load = () => new Promise<never>(() => {})
    const place = (
      <div data-latchkey="">
        <SlotOutlet slot={Place} props={{ word: 'hello' }} />
        <p>below</p>
      </div>
    )
    mountShell(testKernel([drawing({ id: 'a', rows, load })]), place)
    await findText('below')
    expect(document.querySelectorAll('.lk-list-item')).toHaveLength(held)
  })

  it('asks for a view once what stands around it has had its frame', async () => {
    let hasFrame = false
    const watcher = new MutationObserver(() => {
      if (shown().includes('loading')) requestAnimationFrame(() => (hasFrame = true))
    })
    watcher.observe(document, { childList: true, subtree: true })
    const asked: boolean[] = []
    const load = () => {
      asked.push(hasFrame)
      return says('drawn')()
    }
    mountShell(testKernel([drawing({ id: 'a', load })]), outlet)
    await findText('drawn hello')
    watcher.disconnect()
    expect(asked).toEqual([true])
  })

  it('follows the order of the host', async () => {
    const kernel = testKernel([
      drawing({ id: 'a', load: says('a') }, { id: 'b', load: says('b') }, { id: 'c', load: says('c') }),
    ])
    mountShell(kernel, outlet, { slots: { 'test.place': ['c', 'a'] } })
    await findText('a hello')
    expect(shown()).toEqual(['c hello', 'a hello'])
  })

  it('shows what was given for an empty slot, and a late contribution by itself', async () => {
    let add = () => {}
    const late = definePlugin({
      id: 'test.late',
      kernel: '^1.0.0',
      setup(context) {
        add = () => void context.add(View, view(Place, { id: 'late', load: says('late') }))
      },
    })
    mountShell(testKernel([late]), outlet)
    await findText('nobody')
    add()
    await findText('late hello')
    expect(shown()).toEqual(['late hello'])
  })

  it('keeps the fault of one view from its neighbours, and offers a retry that draws it anew', async () => {
    mood.isBroken = true
    const kernel = testKernel([
      drawing({ id: 'a', load: async () => ({ default: Moody }) }, { id: 'b', load: says('neighbour') }),
    ])
    mountShell(kernel, outlet)
    await findText('Something here didn’t load')
    await findText('neighbour hello')
    await clickText('Try again')
    await findText('Something here didn’t load')
    mood.isBroken = false
    await clickText('Try again')
    await findText('better hello')
  })

  it('loads a chunk anew after it failed', async () => {
    let attempts = 0
    const load = async () => {
      attempts += 1
      if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module')
      return says('loaded')()
    }
    mountShell(testKernel([drawing({ id: 'a', load })]), outlet)
    await findText('Something here didn’t load')
    await clickText('Try again')
    await findText('loaded hello')
    expect(attempts).toBe(2)
  })

  it('says which module has no component', async () => {
    const logged: unknown[] = []
    const kernel = testKernel([drawing({ id: 'a', load: async () => ({}) as never })], { logLevel: 'error' })
    const { error } = console
    console.error = (...values) => logged.push(...values)
    mountShell(kernel, outlet)
    await findText('Something here didn’t load')
    console.error = error
    expect(logged.map(String).join()).toContain(
      'The module of the view "a" has no component as its default export.',
    )
  })

  it('costs the page nothing when every plugin is hostile', async () => {
    const hostile = [
      definePlugin({
        id: 'hostile.setup',
        kernel: '^1.0.0',
        setup() {
          throw new Error('setup')
        },
      }),
      definePlugin({
        id: 'hostile.start',
        kernel: '^1.0.0',
        setup: () => ({ start: () => Promise.reject(new Error('start')) }),
      }),
      definePlugin({
        id: 'hostile.listener',
        kernel: '^1.0.0',
        setup: (context) =>
          void context.on({ id: 'MODAL_OPEN' }, () => {
            throw new Error('listener')
          }),
      }),
      drawing({
        id: 'hostile.view',
        load: async () => ({
          default: () => {
            throw new Error('render')
          },
        }),
      }),
    ]
    mountShell(
      testKernel(hostile),
      <>
        <ConnectButton />
        {outlet}
      </>,
    )
    await findText('Something here didn’t load')
    await clickText('Connect wallet')
    await until(() => document.querySelector('dialog[open]'))
    await clickText('Details')
    await findText('hostile.setup')
    await findText('hostile.start')
  })
})
