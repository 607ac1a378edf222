import { expect, it } from 'vitest'
import { event } from './event.js'
import { extensionPoint } from './extensionPoint.js'
import { providerKey } from './providerKey.js'
import { route } from './route.js'

it('makes keys that are nothing but their names', () => {
  expect(event('SEND_SUCCESS')).toEqual({ id: 'SEND_SUCCESS' })
  expect(extensionPoint('example.rows')).toEqual({ id: 'example.rows' })
  expect(route('Swap')).toEqual({ name: 'Swap' })
  expect(providerKey('eip155')).toEqual({ namespace: 'eip155' })
})
