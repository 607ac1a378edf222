import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import '../styles.css'
import { Banner } from '../components/Banner.js'
import { Button } from '../components/Button.js'
import { DetailList } from '../components/DetailList.js'
import { EmptyState } from '../components/EmptyState.js'
import { ListRow } from '../components/ListRow.js'
import { Snackbar } from '../components/Snackbar.js'
import { TextField } from '../components/TextField.js'
import { WaitingScreen } from '../views/WaitingScreen.js'
import { ThemeRoot } from './ThemeRoot.js'

const english = 'Approve it in your wallet.'
const hebrew = 'אשרו את הבקשה בארנק.'
const hebrewAfterName = 'MetaMask לא ענה.'

const partsWith = (text: string): readonly (readonly [name: string, node: ReactNode])[] => [
  ['Banner', <Banner key="">{text}</Banner>],
  ['Button', <Button key="">{text}</Button>],
  ['DetailList', <DetailList key="" details={[{ label: 'x', value: text, note: text }]} />],
  ['EmptyState', <EmptyState key="" title={text} text={text} />],
  ['ListRow', <ListRow key="" title="x" subtitle={text} description={text} />],
  ['Snackbar', <Snackbar key="" open variant="error" message={text} />],
  ['TextField', <TextField key="" label="x" error={text} />],
  ['WaitingScreen', <WaitingScreen key="" picture={null} state="error" title={text} text={text} />],
  [
    'a sentence of a view',
    <p key="" className="lk-hint">
      {text}
    </p>,
  ],
]

/** Where the full stop and the first letter of each copy of a sentence begin. */
function endsOf(container: Element, sentence: string): readonly (readonly [stop: number, start: number])[] {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const ends: (readonly [number, number])[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.data !== sentence) continue
    const leftOf = (index: number) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + 1)
      return range.getBoundingClientRect().left
    }
    ends.push([leftOf(text.length - 1), leftOf(0)])
  }
  return ends
}

const show = async (node: ReactNode, dir: 'ltr' | 'rtl', lang: string) => {
  const root = (
    <ThemeRoot dir={dir} lang={lang}>
      <div style={{ width: 600 }}>{node}</div>
    </ThemeRoot>
  )
  return (await render(root)).container
}

it.each(partsWith(english))(
  '%s ends an English sentence on the right, on a page from right to left',
  async (_, node) => {
    const ends = endsOf(await show(node, 'rtl', 'en'), english)
    expect(ends.length).toBeGreaterThan(0)
    for (const [stop, start] of ends) expect(stop).toBeGreaterThan(start)
  },
)

it('aligns an English sentence as the page does', async () => {
  const sentence = <p className="lk-hint">{english}</p>
  const container = await show(sentence, 'rtl', 'en')
  const range = document.createRange()
  range.selectNodeContents(container.querySelector('.lk-hint')!)
  const box = container.querySelector('.lk-hint')!.getBoundingClientRect()
  expect(range.getBoundingClientRect().right).toBeCloseTo(box.right, 0)
})

it.each(partsWith(hebrew))('%s ends a Hebrew sentence on the left, on any page', async (_, node) => {
  for (const dir of ['rtl', 'ltr'] as const) {
    const ends = endsOf(await show(node, dir, dir === 'rtl' ? 'he' : 'en'), hebrew)
    expect(ends.length).toBeGreaterThan(0)
    for (const [stop, start] of ends) expect(stop).toBeLessThan(start)
  }
})

// A row's and a detail's text may be a name: it takes the direction that it begins with.
const ofNames = ['DetailList', 'ListRow']
it.each(partsWith(hebrewAfterName).filter(([name]) => !ofNames.includes(name)))(
  '%s ends a Hebrew sentence that begins with the name of a wallet on the left',
  async (_, node) => {
    const ends = endsOf(await show(node, 'rtl', 'he'), hebrewAfterName)
    expect(ends.length).toBeGreaterThan(0)
    for (const [stop, start] of ends) expect(stop).toBeLessThan(start)
  },
)
