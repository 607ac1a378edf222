import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Badge } from '../components/Badge.js'
import { Banner } from '../components/Banner.js'
import { Button } from '../components/Button.js'
import { Checkbox } from '../components/Checkbox.js'
import { Chip } from '../components/Chip.js'
import { CopyButton } from '../components/CopyButton.js'
import { DetailList } from '../components/DetailList.js'
import { EmptyState } from '../components/EmptyState.js'
import { ErrorState } from '../components/ErrorState.js'
import { IconButton } from '../components/IconButton.js'
import { ListRow } from '../components/ListRow.js'
import { Snackbar } from '../components/Snackbar.js'
import { Switch } from '../components/Switch.js'
import { Tabs } from '../components/Tabs.js'
import { TextField } from '../components/TextField.js'
import { Toast } from '../components/Toast.js'
import { Tooltip } from '../components/Tooltip.js'
import { WaitingScreen } from '../views/WaitingScreen.js'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { until } from '../../test/page.js'
import { isolateText } from './isolateText.js'

/** A long text that also turns the writing direction, hides a character and piles marks. */
const long = `pay\u202eyap\u200b${'\u0301'.repeat(50)} ${'never ending '.repeat(5_000)}`
const none = () => {}

const partsWith = (text: string): readonly (readonly [name: string, node: ReactNode])[] => [
  ['Badge', <Badge key="">{text}</Badge>],
  [
    'Banner',
    <Banner key="" title={text}>
      {text}
    </Banner>,
  ],
  ['Button', <Button key="">{text}</Button>],
  ['Checkbox', <Checkbox key="" checked={false} onChange={none} label={text} />],
  ['Chip', <Chip key="">{text}</Chip>],
  ['CopyButton', <CopyButton key="" value="x" label={text} />],
  [
    'CopyButton with words',
    <CopyButton key="" value="x">
      {text}
    </CopyButton>,
  ],
  [
    'DetailList',
    <DetailList key="" label={text} details={[{ label: text, value: text, note: text, action: text }]} />,
  ],
  ['EmptyState', <EmptyState key="" title={text} text={text} />],
  ['ErrorState', <ErrorState key="" title={text} text={text} code={text} />],
  ['ErrorState of an error', <ErrorState key="" error={{ code: text, shortMessage: text, message: text }} />],
  [
    'ListRow',
    <ListRow
      key=""
      title={text}
      subtitle={text}
      description={text}
      trailing={text}
      trailingSubtitle={text}
    />,
  ],
  ['IconButton', <IconButton key="" label={text} icon={null} />],
  [
    'Tooltip',
    <Tooltip key="" content={text}>
      <button type="button">x</button>
    </Tooltip>,
  ],
  ['Snackbar', <Snackbar key="" open variant="error" message={text} />],
  ['Switch', <Switch key="" checked={false} onChange={none} label={text} />],
  [
    'Tabs',
    <Tabs key="" label="tabs" value="a" onChange={none} tabs={[{ id: 'a', label: text, content: null }]} />,
  ],
  ['TextField', <TextField key="" label={text} hint={text} />],
  ['TextField with an error', <TextField key="" label={text} error={text} />],
  ['Toast', <Toast key="" type="error" message={text} />],
  ['WaitingScreen', <WaitingScreen key="" picture={null} state="error" title={text} text={text} />],
]

it.each(partsWith(long))('%s cuts and cleans what a stranger wrote', async (_, node) => {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<ThemeRoot>{node}</ThemeRoot>)
  await until(() => container.innerHTML.includes('pay'))
  const texts = [...container.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].flatMap((child) => (child instanceof Text ? child.data : [])),
    ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
  ])
  root.unmount()
  container.remove()
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(400)
  expect(texts.join('\n')).not.toMatch(/[\u202e\u200b]|\u0301{3}/)
})

const edges = (text: Text, word: string): DOMRect => {
  const range = document.createRange()
  const start = text.data.indexOf(word)
  range.setStart(text, start)
  range.setEnd(text, start + word.length)
  return range.getBoundingClientRect()
}

const amount = isolateText('−0.5\u00a0COIN')
/** The name of an icon button is told and not drawn. */
const told = ['IconButton', 'CopyButton']
const shownParts = partsWith(`${amount} נשלחו אל נורה`).filter(([name]) => !told.includes(name))

it.each(shownParts)(
  '%s keeps the order of an amount on a page that is read from right to left',
  async (_, node) => {
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    root.render(<ThemeRoot dir="rtl">{node}</ThemeRoot>)
    await until(() => container.textContent?.includes('COIN'))
    const texts: Text[] = []
    const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    const amounts = texts.filter(({ data }) => data.includes('COIN'))
    const places = amounts.map((text) => ['−', '0.5', 'COIN'].map((word) => edges(text, word).left))
    const words = container.textContent
    root.unmount()
    container.remove()
    expect(words).not.toMatch(/[\u2066-\u2069\ue000\ue001]/)
    expect(places.length).toBeGreaterThan(0)
    for (const lefts of places) expect(lefts).toEqual([...lefts].sort((one, other) => one - other))
  },
)

it('isolates nothing that a stranger opened and did not close', () => {
  const shown = (text: string) => renderToStaticMarkup(<Badge>{text}</Badge>)
  expect(shown('a\u2066b')).toBe(shown('ab'))
  expect(shown('a\u2067b\u2069')).toBe(shown('ab'))
  expect(shown('a\ue000b')).toBe(shown('ab'))
  expect(shown(`${isolateText('x'.repeat(200))}b`)).toContain(`>${'x'.repeat(78)}…<`)
})
