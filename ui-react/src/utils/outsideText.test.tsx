import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { Badge } from '../components/Badge.js'
import { Banner } from '../components/Banner.js'
import { Button } from '../components/Button.js'
import { Checkbox } from '../components/Checkbox.js'
import { Chip } from '../components/Chip.js'
import { EmptyState } from '../components/EmptyState.js'
import { ErrorState } from '../components/ErrorState.js'
import { ListRow } from '../components/ListRow.js'
import { Snackbar } from '../components/Snackbar.js'
import { Switch } from '../components/Switch.js'
import { Tabs } from '../components/Tabs.js'
import { TextField } from '../components/TextField.js'
import { Toast } from '../components/Toast.js'
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
  await until(() => container.textContent?.includes('pay'))
  const text = container.textContent ?? ''
  const longest = Math.max(
    ...[...container.querySelectorAll('*')]
      .flatMap((element) => [...element.childNodes])
      .map((child) => (child instanceof Text ? child.data.length : 0)),
  )
  root.unmount()
  container.remove()
  expect(longest).toBeLessThanOrEqual(400)
  expect(text).not.toMatch(/[\u202e\u200b]|\u0301{3}/)
})
