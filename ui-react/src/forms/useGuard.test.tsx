import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { GuardBoxes } from './GuardBoxes.js'
import { useGuard } from './useGuard.js'

function Review() {
  const [size, setSize] = useState(12n)
  const [to, setTo] = useState('bob')
  const [told, setTold] = useState('')
  const guard = useGuard([
    { subject: `loss to ${to}`, size, label: `I accept losing ${size}% to ${to}`, testId: 'loss' },
    { subject: 'other', label: 'I accept the other', testId: 'other' },
  ])
  return (
    <ThemeRoot mode="light" dir="ltr">
      <GuardBoxes guard={guard} />
      <button type="button" onClick={() => setSize(size + 1n)}>
        More
      </button>
      <button type="button" onClick={() => setSize(size - 1n)}>
        Less
      </button>
      <button type="button" onClick={() => setTo(to === 'bob' ? 'eve' : 'bob')}>
        Whom
      </button>
      <button
        type="button"
        disabled={!guard.isOpen}
        onClick={() => setTold(guard.accepted.map(({ subject, size: upTo }) => `${subject} ${upTo}`).join())}
      >
        Send
      </button>
      <p data-testid="told">{told}</p>
    </ThemeRoot>
  )
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const loss = () => page.getByTestId('loss')

it('opens once each box is ticked, and hands on what was accepted', async () => {
  await render(<Review />)
  await expect.element(page.getByText('Send')).toBeDisabled()
  await page.getByText('I accept losing 12% to bob').click()
  await expect.element(page.getByText('Send')).toBeDisabled()
  await page.getByText('I accept the other').click()
  await press('Send')
  await expect.element(page.getByTestId('told')).toHaveTextContent('loss to bob 12,other 0')
})

it('loses a tick for good when what it named grows or is another, and keeps it when that shrinks', async () => {
  await render(<Review />)
  await page.getByText('I accept losing 12% to bob').click()
  await press('Less')
  await expect.element(page.getByText('I accept losing 11% to bob')).toBeVisible()
  await expect.element(loss()).toBeChecked()
  await press('More')
  await expect.element(loss()).toBeChecked()
  await press('More')
  await expect.element(page.getByText('I accept losing 13% to bob')).toBeVisible()
  await expect.element(loss()).not.toBeChecked()
  await press('Less')
  await expect.element(loss()).not.toBeChecked()
  await page.getByText('I accept losing 12% to bob').click()
  await press('Whom')
  await expect.element(loss()).not.toBeChecked()
  await press('Whom')
  await expect.element(loss()).not.toBeChecked()
})
