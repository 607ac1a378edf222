import { BaseError } from '@latchkey/kernel/plugin'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import '../styles.css'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { Banner } from './Banner.js'
import { AddressText } from './AddressText.js'
import { FiatText } from './FiatText.js'
import { AmountField } from './AmountField.js'
import { AmountText } from './AmountText.js'
import { Button } from './Button.js'
import { Checkbox } from './Checkbox.js'
import { CopyButton } from './CopyButton.js'
import { ErrorState } from './ErrorState.js'
import { Form } from './Form.js'
import { ListRow } from './ListRow.js'
import { OtpField } from './OtpField.js'
import { RingSpinner } from './RingSpinner.js'
import { SearchField } from './SearchField.js'
import { Snackbar } from './Snackbar.js'
import { Stack } from './Stack.js'
import { DetailList } from './DetailList.js'
import { Switch } from './Switch.js'
import { Tabs } from './Tabs.js'
import { TextField } from './TextField.js'
import { Tooltip } from './Tooltip.js'

const show = (node: ReactNode, dir: 'ltr' | 'rtl' = 'ltr') =>
  render(
    <ThemeRoot mode="light" dir={dir}>
      {node}
    </ThemeRoot>,
  )

function SearchHost() {
  const [value, setValue] = useState('harb')
  return <SearchField label="Search wallets" value={value} onChange={setValue} />
}

function AmountHost({
  initial = '',
  decimals = 6,
  currency,
  onMax,
}: {
  initial?: string
  decimals?: number
  currency?: string
  onMax?: () => void
}) {
  const [value, setValue] = useState(initial)
  return (
    <AmountField
      label="You send"
      value={value}
      onChange={setValue}
      decimals={decimals}
      symbol="USDC"
      currency={currency}
      onMax={onMax}
    />
  )
}

function OtpHost({ onComplete }: { onComplete: (code: string) => void }) {
  const [value, setValue] = useState('')
  return <OtpField value={value} onChange={setValue} onComplete={onComplete} />
}

function TabsHost() {
  const [value, setValue] = useState('a')
  const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: `Tab ${id}`, content: `Panel ${id}` }))
  return <Tabs label="Account" tabs={tabs} value={value} onChange={setValue} />
}

function SwitchHost() {
  const [checked, setChecked] = useState(false)
  return <Switch checked={checked} onChange={setChecked} label="Smart account" />
}

afterEach(() => vi.restoreAllMocks())

describe('Button', () => {
  it('is at least 44 px high, a small one by its target', async () => {
    await show(
      <>
        <Button>Send</Button>
        <Button size="sm">Max</Button>
      </>,
    )
    const [normal, small] = [
      page.getByRole('button', { name: 'Send' }),
      page.getByRole('button', { name: 'Max' }),
    ]
    expect(normal.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    expect(Number.parseFloat(getComputedStyle(small.element(), '::after').height)).toBeGreaterThanOrEqual(44)
  })

  it('keeps width, name and focus while loading, and takes no click', async () => {
    const onClick = vi.fn()
    const screen = await show(<Button onClick={onClick}>Send 0.5 ETH</Button>)
    const button = page.getByRole('button', { name: 'Send 0.5 ETH' })
    const { width } = button.element().getBoundingClientRect()
    await userEvent.click(button)
    expect(onClick).toHaveBeenCalledTimes(1)
    await screen.rerender(
      <ThemeRoot mode="light">
        <Button loading onClick={onClick}>
          Send 0.5 ETH
        </Button>
      </ThemeRoot>,
    )
    ;(button.element() as HTMLElement).click()
    expect(onClick).toHaveBeenCalledTimes(1)
    expect(document.activeElement).toBe(button.element())
    expect(button.element().getBoundingClientRect().width).toBe(width)
    await expect.element(button).toHaveAttribute('aria-busy', 'true')
  })

  it('does not submit a form while loading', async () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    await show(
      <form onSubmit={onSubmit}>
        <Button type="submit" loading>
          Pay
        </Button>
      </form>,
    )
    ;(page.getByRole('button').element() as HTMLElement).click()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('ListRow', () => {
  it('is a button, a link to a new tab, or plain content', async () => {
    const onClick = vi.fn()
    await show(
      <>
        <ListRow title="Harbour" onClick={onClick} />
        <ListRow title="Get a wallet" href="https://example.org/" />
        <ListRow title="From" />
      </>,
    )
    await userEvent.click(page.getByRole('button', { name: 'Harbour' }))
    expect(onClick).toHaveBeenCalledTimes(1)
    const link = page.getByRole('link', { name: 'Get a wallet Opens in a new tab' })
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(page.getByRole('button').elements()).toHaveLength(1)
  })

  it('shows the name of a stranger without the characters that turn text', async () => {
    await show(<ListRow title={'Meta\u202eksaM\u200b'} onClick={() => {}} />)
    await expect.element(page.getByRole('button')).toHaveTextContent(/^MetaksaM$/)
  })

  it('takes no click while loading or disabled', async () => {
    const onClick = vi.fn()
    await show(
      <>
        <ListRow title="Opening" loading onClick={onClick} />
        <ListRow title="Locked" disabled onClick={onClick} />
      </>,
    )
    for (const element of page.getByRole('button').elements()) (element as HTMLElement).click()
    expect(onClick).not.toHaveBeenCalled()
  })
})

describe('TextField', () => {
  it('shows the short form of a long value until somebody types', async () => {
    await show(
      <TextField label="To" defaultValue={`0x${'ab'.repeat(20)}`} short={<span>0xabab…abab</span>} />,
    )
    const input = page.getByRole('textbox', { name: 'To' })
    await expect.element(page.getByText('0xabab…abab')).toBeVisible()
    await expect.element(input).toHaveStyle({ opacity: '0' })
    await userEvent.click(input)
    await expect.element(page.getByText('0xabab…abab')).not.toBeVisible()
    await expect.element(input).toHaveStyle({ opacity: '1' })
    await expect.element(input).toHaveValue(`0x${'ab'.repeat(20)}`)
  })

  it('ties label, hint and error to the input', async () => {
    const screen = await show(<TextField label="Receiver" hint="An address or a name" />)
    const input = page.getByRole('textbox', { name: 'Receiver' })
    await expect.element(input).toHaveAccessibleDescription('An address or a name')
    await screen.rerender(
      <ThemeRoot mode="light">
        <TextField label="Receiver" hint="An address or a name" error="Not an address." />
      </ThemeRoot>,
    )
    await expect.element(input).toHaveAccessibleDescription('Not an address.')
    await expect.element(input).toBeInvalid()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not an address.')
  })

  it('does not make a phone zoom', async () => {
    await render(
      <ThemeRoot mode="light" variables={{ fontSizeMaster: '7px' }}>
        <TextField label="Small" />
      </ThemeRoot>,
    )
    expect(
      Number.parseFloat(getComputedStyle(page.getByRole('textbox').element()).fontSize),
    ).toBeGreaterThanOrEqual(16)
  })
})

describe('SearchField', () => {
  it('is emptied by the button and by Escape, and only an empty one lets Escape through', async () => {
    const onOuterKey = vi.fn()
    window.addEventListener('keydown', onOuterKey)
    await show(<SearchHost />)
    const input = page.getByRole('searchbox', { name: 'Search wallets' })
    await userEvent.click(page.getByRole('button', { name: 'Clear search' }))
    await expect.element(input).toHaveValue('')
    expect(document.activeElement).toBe(input.element())
    await userEvent.keyboard('x')
    onOuterKey.mockClear()
    await userEvent.keyboard('{Escape}')
    await expect.element(input).toHaveValue('')
    expect(onOuterKey).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onOuterKey).toHaveBeenCalledTimes(1)
    window.removeEventListener('keydown', onOuterKey)
  })
})

describe('AmountField', () => {
  it('only ever holds an amount', async () => {
    await show(<AmountHost />)
    const input = page.getByRole('textbox', { name: 'You send' })
    await userEvent.type(input, '1a,2-3e4567890')
    await expect.element(input).toHaveValue('1.234567')
    await userEvent.clear(input)
    await expect.element(input).toHaveValue('')
  })

  it.each([
    ['0..5', '0.5'],
    ['0,.5', '0.5'],
    ['12.5.0', '12.50'],
    ['1,234,5', '1.2345'],
  ])('ignores a second decimal mark: %s is %s', async (keys, held) => {
    await show(<AmountHost />)
    await userEvent.type(page.getByRole('textbox', { name: 'You send' }), keys)
    await expect.element(page.getByRole('textbox', { name: 'You send' })).toHaveValue(held)
  })

  it('names the maximum button by what it does', async () => {
    const onMax = vi.fn()
    await show(<AmountHost onMax={onMax} />)
    await userEvent.click(page.getByRole('button', { name: 'Max: Use all your USDC' }))
    expect(onMax).toHaveBeenCalledTimes(1)
  })

  it.each(['1', '123456789', '1234567890', '12345678901234', '123456789012345', '1234567.123456789012'])(
    'cuts no digit of %s on a phone',
    async (amount) => {
      await show(
        <div style={{ width: 296 }}>
          <AmountHost initial={amount} decimals={18} />
        </div>,
      )
      const input = page.getByRole('textbox').element()
      expect(input.scrollWidth).toBeLessThanOrEqual(input.clientWidth)
    },
  )

  it.each([
    ['USD', '$'],
    ['CHF', 'CHF'],
  ])('shows the sign of %s where money is typed, and tells it with the field', async (currency, sign) => {
    await show(<AmountHost initial="1000" currency={currency} />)
    await expect.element(page.getByText(sign, { exact: true })).toBeVisible()
    await expect.element(page.getByRole('textbox')).toHaveAccessibleDescription(sign)
  })

  it('offers digits only for a token without decimals', async () => {
    await show(<AmountHost decimals={0} />)
    await expect.element(page.getByRole('textbox')).toHaveAttribute('inputmode', 'numeric')
  })
})

describe('OtpField', () => {
  it('takes the focus of a page that shows it below the fold, and leaves the page where it is', async () => {
    await show(
      <div>
        <div
          className="lk-stack"
          ref={(element) => void element?.style.setProperty('height', '3000px', 'important')}
        />
        <OtpField value="" onChange={() => {}} autoFocus />
      </div>,
    )
    await expect.element(page.getByRole('textbox')).toHaveFocus()
    expect(window.scrollY).toBe(0)
  })

  it('is one input that a password manager knows', async () => {
    await show(<OtpHost onComplete={() => {}} />)
    const input = page.getByRole('textbox', { name: 'One-time code' })
    await expect.element(input).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(input).toHaveAttribute('inputmode', 'numeric')
    expect(page.getByRole('textbox').elements()).toHaveLength(1)
  })

  it('takes a pasted code with spaces and reports it once', async () => {
    const onComplete = vi.fn()
    await show(<OtpHost onComplete={onComplete} />)
    const input = page.getByRole('textbox')
    await userEvent.fill(input, ' 123 456 ')
    await expect.element(input).toHaveValue('123456')
    expect(onComplete.mock.calls).toEqual([['123456']])
  })

  it.each(['١٢٣٤٥٦', '۱۲۳۴۵۶', '１２３４５６', '१२३४५६'])(
    'takes a code in other digits: %s',
    async (code) => {
      const onComplete = vi.fn()
      await show(<OtpHost onComplete={onComplete} />)
      await userEvent.fill(page.getByRole('textbox'), code)
      expect(onComplete.mock.calls).toEqual([['123456']])
    },
  )

  it('takes typing and Backspace at the end only', async () => {
    const onComplete = vi.fn()
    await show(<OtpHost onComplete={onComplete} />)
    const input = page.getByRole('textbox')
    await userEvent.click(input)
    await userEvent.keyboard('12x3{ArrowLeft}{ArrowLeft}4{Backspace}')
    await expect.element(input).toHaveValue('123')
    await userEvent.keyboard('987')
    expect(onComplete.mock.calls).toEqual([['123987']])
  })
})

describe('Tabs', () => {
  it.each([
    ['ltr', '{ArrowRight}', 'b'],
    ['ltr', '{ArrowLeft}', 'c'],
    ['rtl', '{ArrowRight}', 'c'],
    ['rtl', '{ArrowLeft}', 'b'],
    ['ltr', '{End}', 'c'],
    ['rtl', '{End}{Home}', 'a'],
  ] as const)('in %s %s moves to %s', async (dir, keys, expected) => {
    await show(<TabsHost />, dir)
    await userEvent.click(page.getByRole('tab', { name: 'Tab a' }))
    await userEvent.keyboard(keys)
    const tab = page.getByRole('tab', { name: `Tab ${expected}` })
    await expect.element(tab).toHaveAttribute('aria-selected', 'true')
    expect(document.activeElement).toBe(tab.element())
    await expect
      .element(page.getByRole('tabpanel', { name: `Tab ${expected}` }))
      .toHaveTextContent(`Panel ${expected}`)
  })

  it('is one stop for the Tab key', async () => {
    await show(<TabsHost />)
    expect(
      page
        .getByRole('tab')
        .elements()
        .filter((tab) => (tab as HTMLElement).tabIndex === 0),
    ).toHaveLength(1)
  })
})

describe('CopyButton', () => {
  it('puts the text on the clipboard and says so', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await show(<CopyButton value="0xabc" label="Copy address" />)
    await userEvent.click(page.getByRole('button', { name: 'Copy address' }))
    expect(write).toHaveBeenCalledWith('0xabc')
    await expect.element(page.getByRole('status')).toHaveTextContent('Copied')
  })

  it('says what to do when copying is blocked', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
      new DOMException('blocked', 'NotAllowedError'),
    )
    await show(<CopyButton value="0xabc">Copy link</CopyButton>)
    await userEvent.click(page.getByRole('button', { name: 'Copy link' }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Couldn’t copy. Select the text and copy it yourself.')
  })
})

describe('ErrorState', () => {
  it('shows the sentence and code of an error and never a raw message', async () => {
    const error = new BaseError('The node is busy.', {
      code: 'HTTP_STATUS',
      metaMessages: ['secret stack'],
    })
    const onRetry = vi.fn()
    await show(<ErrorState error={error} onRetry={onRetry} />)
    await expect.element(page.getByRole('alert')).toHaveTextContent('The node is busy.')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Code HTTP_STATUS')
    await expect.element(page.getByRole('alert')).not.toHaveTextContent('secret stack')
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})

describe('Tooltip', () => {
  it('opens on focus in the top layer, describes its button and closes on Escape before anything else', async () => {
    const onOuterKey = vi.fn()
    document.addEventListener('keydown', onOuterKey)
    await show(
      <Tooltip content="Fees go to the validators.">
        <Button>Fee</Button>
      </Tooltip>,
    )
    const button = page.getByRole('button', { name: 'Fee' })
    await expect.element(button).toHaveAccessibleDescription('Fees go to the validators.')
    ;(button.element() as HTMLElement).focus()
    const tooltip = page.getByRole('tooltip')
    await expect.element(tooltip).toBeVisible()
    expect(tooltip.element().matches(':popover-open')).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('.lk-tooltip')?.matches(':popover-open')).toBe(false)
    expect(onOuterKey).not.toHaveBeenCalled()
    document.removeEventListener('keydown', onOuterKey)
  })

  it('stays inside the window', async () => {
    await show(
      <Tooltip content="A sentence long enough to be wider than the button that it explains to the reader.">
        <Button>?</Button>
      </Tooltip>,
    )
    ;(page.getByRole('button').element() as HTMLElement).focus()
    await expect.element(page.getByRole('tooltip')).toBeVisible()
    const box = page.getByRole('tooltip').element().getBoundingClientRect()
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(window.innerWidth)
    expect(box.top).toBeGreaterThanOrEqual(0)
  })
})

it.each([
  ['Banner', <Banner key="">Remove Anna from your address book?</Banner>, '.lk-banner-body'],
  [
    'a hint',
    <p key="" className="lk-hint">
      Remove Anna from your address book?
    </p>,
    '.lk-hint',
  ],
])('%s leaves no last word alone on a line', async (_, node, selector) => {
  const { container } = await show(node)
  expect(getComputedStyle(container.querySelector(selector)!).textWrapStyle).toBe('pretty')
})

describe('Snackbar', () => {
  it('has its live region before the message', async () => {
    const screen = await show(<Snackbar open={false} variant="success" message="Address copied" />)
    const region = page.getByRole('status').element()
    expect(region.textContent).toBe('')
    await screen.rerender(
      <ThemeRoot mode="light">
        <Snackbar open variant="success" message="Address copied" />
      </ThemeRoot>,
    )
    expect(page.getByRole('status').element()).toBe(region)
    expect(region.textContent).toBe('Address copied')
  })
})

describe('Switch', () => {
  it('is a named switch that keys and clicks turn', async () => {
    await show(<SwitchHost />)
    const control = page.getByRole('switch', { name: 'Smart account' })
    await userEvent.click(control)
    await expect.element(control).toBeChecked()
    ;(control.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(control).not.toBeChecked()
  })
})

describe('AddressText and AmountText', () => {
  it('gives the whole address to assistive technology and to the tooltip', async () => {
    const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
    await show(<AddressText address={address} />, 'rtl')
    const element = document.querySelector('.lk-address')!
    expect(element.getAttribute('title')).toBe(address)
    expect(element.querySelector('.lk-visually-hidden')?.textContent).toBe(address)
    expect(element.querySelector('[aria-hidden]')?.textContent).toBe('0x71C7…976F')
    expect(getComputedStyle(element).direction).toBe('ltr')
  })

  it.each(['value', 'note'] as const)(
    'keeps the order of a rate that is the %s of a detail in a page from right to left',
    async (part) => {
      const rate = '1 USDC = 0.00032 ETH'
      await show(<DetailList details={[{ label: 'Rate', value: '', [part]: rate }]} />, 'rtl')
      const text = document.evaluate(`//text()[.='${rate}']`, document).iterateNext()!
      const leftOf = (index: number) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + 1)
        return range.getBoundingClientRect().left
      }
      expect(leftOf(0)).toBeLessThan(leftOf(rate.length - 1))
    },
  )

  it('cuts an amount and keeps every digit in the tooltip', async () => {
    await show(<AmountText value={1_999_999_999_999_999_999n} decimals={18} symbol="ETH" />)
    const element = document.querySelector('.lk-amount')!
    expect(element.textContent).toBe('1.999\u00a0ETH')
    expect(element.getAttribute('title')).toBe('1.999999999999999999 ETH')
  })

  it.each(['ltr', 'rtl'] as const)(
    'stays on one line of a row on a phone however much it is, and has every digit in the tooltip, %s',
    async (direction) => {
      const value = 2n ** 256n - 1n
      await show(
        <div style={{ width: '328px' }}>
          <ListRow
            title="Absurd"
            trailing={<AmountText value={value} decimals={18} symbol="ABSURD" />}
            trailingSubtitle={<FiatText value={`${value}.5`} />}
          />
        </div>,
        direction,
      )
      const [amount, fiat] = document.querySelectorAll<HTMLElement>('.lk-amount, .lk-fiat')
      expect(amount!.textContent).toBe('1.157E59\u00a0ABSURD')
      expect(amount!.title).toMatch(/^115,792,089,(?:\d{3},){16}\d{3}\.584007913129639935 ABSURD$/)
      expect(fiat!.textContent).toBe('$1.157E77')
      expect(fiat!.title).toMatch(/^\$115,792,(?:\d{3},){23}935\.50$/)
      for (const element of [amount!, fiat!]) expect(element.getClientRects()).toHaveLength(1)
      const line = Number.parseFloat(getComputedStyle(amount!).lineHeight)
      expect(amount!.getBoundingClientRect().height).toBeLessThan(line * 1.5)
    },
  )

  it('has every digit where the caller asks for them', async () => {
    await show(
      <AmountText value={2n ** 256n - 1n} decimals={18} symbol="ABSURD" maximumFractionDigits={18} />,
    )
    expect(document.querySelector('.lk-amount-number')!.textContent).toHaveLength(98)
  })

  it('has no tooltip for a worth that stands there whole', async () => {
    await show(<FiatText value="1234.56" />)
    expect(document.querySelector('.lk-fiat')!.hasAttribute('title')).toBe(false)
  })

  it.each(['ltr', 'rtl'] as const)(
    'is whole where it is too narrow, its symbol below the digits, %s',
    async (direction) => {
      await show(
        <div style={{ width: '120px' }}>
          <ListRow
            title="A long name of a token"
            trailing={<AmountText value={98_765_432n} decimals={0} symbol="LONGNAME" />}
            trailingSubtitle={<FiatText value="98765432.10" />}
          />
        </div>,
        direction,
      )
      for (const element of document.querySelectorAll('.lk-amount, .lk-fiat')) {
        const box = element.getBoundingClientRect()
        expect(element.scrollWidth).toBe(element.clientWidth)
        expect(getComputedStyle(element).textOverflow).toBe('clip')
        expect(box.left).toBeGreaterThanOrEqual(0)
        expect(box.width).toBeLessThanOrEqual(120)
      }
      const digits = document.querySelector('.lk-amount-number')!.getBoundingClientRect()
      const unit = document.querySelector('.lk-amount-unit')!.getBoundingClientRect()
      expect(unit.top).toBeGreaterThan(digits.top)
    },
  )

  it.each(['ltr', 'rtl'] as const)('is whole where it is what a view is about, %s', async (direction) => {
    const exact = { value: 98_765_432_109_876_543_210_987_654n, decimals: 18 }
    await show(
      <div style={{ width: '160px' }}>
        <div className="lk-hero">
          <p className="lk-hero-title">
            <AmountText {...exact} symbol="LONGNAME" maximumFractionDigits={18} />
          </p>
        </div>
      </div>,
      direction,
    )
    const element = document.querySelector('.lk-amount')!
    expect(element.textContent).toContain('98,765,432.109876543210987654')
    expect(element.scrollWidth).toBe(element.clientWidth)
    expect(element.getBoundingClientRect().width).toBeLessThanOrEqual(144)
  })
})

/** The outlines and shadows that can be seen in a part. */
function ringsIn(container: Element): ReadonlySet<string> {
  const elements = [...container.querySelectorAll('*')]
  for (const element of elements) for (const run of element.getAnimations()) run.finish()
  return new Set(
    elements.flatMap((element, index) => {
      const { outlineStyle, outlineWidth, boxShadow, opacity } = getComputedStyle(element)
      if (opacity === '0') return []
      const outline = outlineStyle === 'none' || outlineWidth === '0px' ? [] : [outlineWidth]
      const shadow = boxShadow === 'none' ? [] : [boxShadow]
      return [...outline, ...shadow].map((ring) => `${index} .${element.className}: ${ring}`)
    }),
  )
}

describe('focus', () => {
  it.each<[string, ReactNode]>([
    ['TextField', <TextField key="" label="Name" />],
    ['TextField with an error', <TextField key="" label="Name" error="Not a name" />],
    ['SearchField', <SearchHost key="" />],
    ['AmountField', <AmountHost key="" onMax={() => {}} />],
    ['OtpField', <OtpHost key="" onComplete={() => {}} />],
    ['Checkbox', <Checkbox key="" checked={false} onChange={() => {}} label="I agree" />],
    ['Switch', <SwitchHost key="" />],
    ['Tabs', <TabsHost key="" />],
    ['Button', <Button key="">Send</Button>],
    ['ListRow', <ListRow key="" title="Row" onClick={() => {}} />],
    ['CopyButton', <CopyButton key="" value="x" />],
  ])('of each part of %s shows exactly one ring', async (_, node) => {
    const { container } = await show(node)
    await userEvent.keyboard('{Shift}')
    const parts = [...container.querySelectorAll<HTMLElement>('button, input')].filter(
      (element) => element.tabIndex >= 0,
    )
    expect(parts.length).toBeGreaterThan(0)
    for (const part of parts) {
      ;(document.activeElement as HTMLElement).blur()
      const before = ringsIn(container)
      part.focus()
      expect(part.matches(':focus-visible')).toBe(true)
      const after = ringsIn(container)
      const rings = [...after].filter((ring) => !before.has(ring))
      expect(rings, part.className).toHaveLength(1)
    }
  })
})

describe('Stack and Form', () => {
  const left = (text: string) =>
    document.evaluate(`//*[text()="${text}"]`, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE)
      .singleNodeValue as HTMLElement

  it.each<[string, (children: ReactNode) => ReactNode]>([
    ['Stack', (children) => <Stack>{children}</Stack>],
    ['Form', (children) => <Form onSubmit={() => {}}>{children}</Form>],
  ])('%s keeps its parts apart, and rows in line with the rest', async (_, wrap) => {
    await show(
      wrap(
        <>
          <TextField label="Name" />
          <ListRow title="Row" onClick={() => {}} />
          <TextField label="Note" />
        </>,
      ),
    )
    const fields = [...document.querySelectorAll('.lk-field')].map((field) => field.getBoundingClientRect())
    const row = document.querySelector('.lk-row')!.getBoundingClientRect()
    expect(row.top - fields[0]!.bottom).toBe(12)
    expect(fields[1]!.top - row.bottom).toBe(12)
    // The row's own ground reaches further than its words, which start where the fields do, its border apart.
    expect(left('Row').getBoundingClientRect().left - fields[0]!.left).toBe(1)
  })

  it('Form submits once, and never leaves the page', async () => {
    const submitted: string[] = []
    await show(
      <Form onSubmit={() => submitted.push('here')}>
        <TextField label="Name" />
        <Button type="submit">Save</Button>
      </Form>,
    )
    const address = location.href
    await userEvent.click(page.getByRole('button', { name: 'Save' }))
    await userEvent.click(page.getByLabelText('Name'))
    await userEvent.keyboard('{Enter}')
    expect(submitted).toEqual(['here', 'here'])
    expect(location.href).toBe(address)
  })
})

it('shows how it ended in the middle of the ring where there is no picture, and at its corner beside one', async () => {
  const colors: string[] = []
  for (const state of ['success', 'error', 'unclear'] as const) {
    const alone = await show(<RingSpinner state={state} />)
    expect(alone.container.querySelectorAll('.lk-icon')).toHaveLength(1)
    expect(alone.container.querySelector('.lk-icon')?.getAttribute('data-size')).toBe('xl')
    expect(alone.container.querySelector('.lk-ring-mark')).toBeNull()
    await alone.unmount()
    const beside = await show(
      <RingSpinner state={state}>
        <b>picture</b>
      </RingSpinner>,
    )
    expect(beside.container.querySelector('.lk-ring-mark .lk-icon')?.getAttribute('data-size')).toBe('sm')
    // In the colour of how it ended; what nobody knows isn't drawn as a failure.
    const color = getComputedStyle(beside.container.querySelector('.lk-ring-mark') as Element).backgroundColor
    expect(colors).not.toContain(color)
    colors.push(color)
    await beside.unmount()
  }
})

describe('TextField', () => {
  it('keeps what is typed before its ending on a page that is read from right to left', async () => {
    await show(
      <TextField label="Name" dir="ltr" defaultValue="nora" trailing={<span>.example.id</span>} />,
      'rtl',
    )
    const field = page.getByRole('textbox', { name: 'Name' }).element().getBoundingClientRect()
    const ending = page.getByText('.example.id').element().getBoundingClientRect()
    expect(field.right).toBeLessThanOrEqual(ending.left)
  })
})
