import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import '../styles.css'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { ListRow } from './ListRow.js'
import { VirtualList, type VirtualListState } from './VirtualList.js'

const items = Array.from({ length: 5_000 }, (_, index) => `Wallet ${index}`)

function Host({ onEndReached }: { readonly onEndReached?: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [state, setState] = useState<VirtualListState>()
  return (
    <ThemeRoot mode="light">
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Toggle
      </button>
      <div style={{ height: '400px', display: 'flex' }}>
        {isOpen ? (
          <VirtualList
            items={items}
            label="Wallets"
            testId="list"
            initialState={state}
            onStateChange={setState}
            onEndReached={onEndReached}
          >
            {(name) => <ListRow key={name} title={name} onClick={() => {}} />}
          </VirtualList>
        ) : null}
      </div>
    </ThemeRoot>
  )
}

function Searched() {
  const [query, setQuery] = useState('')
  return (
    <ThemeRoot mode="light">
      <button type="button" onClick={() => setQuery('other')}>
        Search
      </button>
      <div style={{ height: '400px', display: 'flex' }}>
        <VirtualList items={items} label="Wallets" testId="list" resetKey={query}>
          {(name) => <ListRow key={`${query} ${name}`} title={name} onClick={() => {}} />}
        </VirtualList>
      </div>
    </ThemeRoot>
  )
}

const rows = () => [...document.querySelectorAll('[role="listitem"]')]

describe('VirtualList', () => {
  it('makes only the rows in view, says which they are, and no more while scrolling', async () => {
    await render(<Host />)
    await expect.element(page.getByText('Wallet 0', { exact: true })).toBeVisible()
    const list = page.getByTestId('list').element()
    let most = rows().length
    for (let step = 0; step < 20; step++) {
      list.scrollTop += 3_000
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      most = Math.max(most, rows().length)
    }
    expect(most).toBeLessThan(40)
    const row = rows()[0]!
    expect(row.getAttribute('aria-setsize')).toBe('5000')
    expect(row.textContent).toBe(`Wallet ${Number(row.getAttribute('aria-posinset')) - 1}`)
    expect(page.getByRole('list', { name: 'Wallets' }).elements()).toHaveLength(1)
  })

  it('comes back where it was left', async () => {
    await render(<Host />)
    await expect.element(page.getByText('Wallet 0', { exact: true })).toBeVisible()
    page.getByTestId('list').element().scrollTop = 60_000
    await expect.element(page.getByText('Wallet 1000', { exact: true })).toBeVisible()
    const { scrollTop } = page.getByTestId('list').element()
    await userEvent.click(page.getByText('Toggle'))
    expect(rows()).toHaveLength(0)
    await userEvent.click(page.getByText('Toggle'))
    await expect.element(page.getByText('Wallet 1000', { exact: true })).toBeVisible()
    expect(page.getByTestId('list').element().scrollTop).toBe(scrollTop)
  })

  it('asks for more near the end', async () => {
    const onEndReached = vi.fn()
    await render(<Host onEndReached={onEndReached} />)
    await expect.element(page.getByText('Wallet 0', { exact: true })).toBeVisible()
    expect(onEndReached).not.toHaveBeenCalled()
    page.getByTestId('list').element().scrollTop = 10_000_000
    await expect.poll(() => onEndReached.mock.calls.length).toBeGreaterThan(0)
  })

  it('writes no style attribute that a policy would have to allow', async () => {
    await render(<Host />)
    await expect.element(page.getByText('Wallet 0', { exact: true })).toBeVisible()
    const style = (rows()[0] as HTMLElement).style
    expect(style.getPropertyPriority('position')).toBe('important')
  })

  const focusedText = () => document.activeElement?.textContent
  const focusRow = async (name: string) => {
    await expect.element(page.getByText(name, { exact: true })).toBeVisible()
    ;(page.getByText(name, { exact: true }).element().closest('button') as HTMLElement).focus()
  }

  it('moves the focus by arrows, Home and End, through rows that did not exist', async () => {
    await render(<Host />)
    await focusRow('Wallet 0')
    for (let step = 0; step < 30; step++) {
      await userEvent.keyboard('{ArrowDown}')
      await expect.poll(focusedText).toBe(`Wallet ${step + 1}`)
    }
    await expect.element(page.getByText('Wallet 30', { exact: true })).toBeInViewport()
    await userEvent.keyboard('{End}')
    await expect.poll(focusedText).toBe('Wallet 4999')
    await expect.element(page.getByText('Wallet 4999', { exact: true })).toBeInViewport()
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(focusedText).toBe('Wallet 4998')
    await userEvent.keyboard('{Home}')
    await expect.poll(focusedText).toBe('Wallet 0')
    await expect.element(page.getByText('Wallet 0', { exact: true })).toBeInViewport()
  })

  it('keeps the focus on its row when that is scrolled out of view', async () => {
    await render(<Host />)
    await focusRow('Wallet 2')
    page.getByTestId('list').element().scrollTop = 60_000
    await expect.element(page.getByText('Wallet 1000', { exact: true })).toBeVisible()
    expect(focusedText()).toBe('Wallet 2')
  })

  it('is one stop of Tab', async () => {
    await render(
      <>
        <Host />
        <button type="button">After</button>
      </>,
    )
    await focusRow('Wallet 3')
    await userEvent.keyboard('{Tab}')
    expect(focusedText()).toBe('After')
    await focusRow('Wallet 3')
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(focusedText()).toBe('Toggle')
  })

  it('goes back to its start for another search, and leaves a scroll that follows at once alone', async () => {
    await render(<Searched />)
    await expect.element(page.getByText('Wallet 0', { exact: true })).toBeVisible()
    const list = page.getByTestId('list').element()
    list.scrollTop = 90_000
    await expect.element(page.getByText('Wallet 1500', { exact: true })).toBeVisible()
    const button = page.getByRole('button', { name: 'Search' }).element() as HTMLElement
    button.click()
    await vi.waitFor(() => expect(list.scrollTop).toBe(0))
    // The person is faster than the rows are measured.
    list.scrollTop = 60_000
    await expect.element(page.getByText('Wallet 1000', { exact: true })).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(list.scrollTop).toBe(60_000)
  })
})
