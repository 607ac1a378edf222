import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
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

/** A long text that also turns the writing direction, hides a character and piles marks. */
const long = `pay\u202eyap\u200b${'\u0301'.repeat(50)} ${'never ending '.repeat(5_000)}`
const none = () => {}

const parts: readonly (readonly [name: string, node: ReactNode])[] = [
  ['Badge', <Badge key="">{long}</Badge>],
  [
    'Banner',
    <Banner key="" title={long}>
      {long}
    </Banner>,
  ],
  ['Button', <Button key="">{long}</Button>],
  ['Checkbox', <Checkbox key="" checked={false} onChange={none} label={long} />],
  ['Chip', <Chip key="">{long}</Chip>],
  ['CopyButton', <CopyButton key="" value="x" label={long} />],
  [
    'CopyButton with words',
    <CopyButton key="" value="x">
      {long}
    </CopyButton>,
  ],
  [
    'DetailList',
    <DetailList key="" label={long} details={[{ label: long, value: long, note: long, action: long }]} />,
  ],
  ['EmptyState', <EmptyState key="" title={long} text={long} />],
  ['ErrorState', <ErrorState key="" title={long} text={long} code={long} />],
  ['ErrorState of an error', <ErrorState key="" error={{ code: long, shortMessage: long, message: long }} />],
  [
    'ListRow',
    <ListRow
      key=""
      title={long}
      subtitle={long}
      description={long}
      trailing={long}
      trailingSubtitle={long}
    />,
  ],
  ['IconButton', <IconButton key="" label={long} icon={null} />],
  [
    'Tooltip',
    <Tooltip key="" content={long}>
      <button type="button">x</button>
    </Tooltip>,
  ],
  ['Snackbar', <Snackbar key="" open variant="error" message={long} />],
  ['Switch', <Switch key="" checked={false} onChange={none} label={long} />],
  [
    'Tabs',
    <Tabs key="" label="tabs" value="a" onChange={none} tabs={[{ id: 'a', label: long, content: null }]} />,
  ],
  ['TextField', <TextField key="" label={long} hint={long} />],
  ['TextField with an error', <TextField key="" label={long} error={long} />],
  ['Toast', <Toast key="" type="error" message={long} />],
  ['WaitingScreen', <WaitingScreen key="" picture={null} state="error" title={long} text={long} />],
]

it.each(parts)('%s cuts and cleans what a stranger wrote', async (_, node) => {
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
