import { afterEach, expect, it } from 'vitest'
import { stepAside } from './stepAside.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function openDialog(): { dialog: HTMLDialogElement; field: HTMLInputElement } {
  const dialog = document.createElement('dialog')
  const [first, field] = [document.createElement('button'), document.createElement('input')]
  dialog.append(first, field)
  document.body.append(dialog)
  dialog.showModal()
  const stop = stepAside(dialog)
  stops.push(() => {
    stop()
    dialog.remove()
  })
  return { dialog, field }
}

function cover(): HTMLElement {
  const element = document.createElement('div')
  element.style.cssText = 'position: fixed; inset: 0; z-index: 9'
  element.append(document.createElement('button'))
  document.body.append(element)
  stops.push(() => element.remove())
  return element
}

it('gives the focus to what covers the dialog, and back to where the person was', async () => {
  const { dialog, field } = openDialog()
  field.focus()
  const element = cover()
  await expect.poll(() => dialog.matches(':modal')).toBe(false)
  expect(document.activeElement).toBe(element.firstElementChild)
  element.remove()
  await expect.poll(() => dialog.matches(':modal')).toBe(true)
  expect(document.activeElement).toBe(field)
})

it('takes no focus that somebody else has by the time it comes back', async () => {
  const { dialog, field } = openDialog()
  field.focus()
  const element = cover()
  await expect.poll(() => dialog.matches(':modal')).toBe(false)
  field.remove()
  element.remove()
  await expect.poll(() => dialog.matches(':modal')).toBe(true)
  expect(dialog.contains(document.activeElement)).toBe(true)
})
