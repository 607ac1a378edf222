import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { mount, unmountAll } from '../../test/mount.js'
import { until } from '../../test/page.js'
import { type StyleProperties, useStyleProperties } from './useStyleProperties.js'

afterEach(unmountAll)

function Box({ properties }: { readonly properties: StyleProperties }) {
  const ref = useRef<HTMLDivElement>(null)
  useStyleProperties(ref, properties)
  return <div ref={ref} data-testid="box" />
}

const box = () => document.querySelector<HTMLElement>('[data-testid="box"]')

it('sets what is new, keeps what stays and removes what is gone', async () => {
  const { render } = mount(<Box properties={{ '--a': '1', '--b': '2' }} />)
  await until(() => box()?.style.getPropertyValue('--a') === '1')
  render(<Box properties={{ '--b': '3', '--c': undefined }} />)
  await until(() => box()?.style.getPropertyValue('--b') === '3')
  expect(box()?.getAttribute('style')).toBe('--b: 3;')
})

it('leaves an element that goes as it is, so that leaving a long list costs no styling', async () => {
  const { unmount } = mount(<Box properties={{ '--a': '1' }} />)
  const element = await until(box)
  await until(() => element.style.getPropertyValue('--a') === '1')
  unmount()
  expect(element.isConnected).toBe(false)
  expect(element.style.getPropertyValue('--a')).toBe('1')
})
