import { afterEach, expect, it, vi } from 'vitest'
import { readAppMetadata } from './app.js'

afterEach(() => vi.unstubAllGlobals())

function stubPage(title: string, found: Record<string, { content?: string; href?: string }>) {
  vi.stubGlobal('document', { title, querySelector: (selector: string) => found[selector] ?? null })
  vi.stubGlobal('location', { origin: 'https://shop.example' })
}

it('says something sensible where there is no page', () => {
  expect(readAppMetadata()).toEqual({ name: 'This app', description: '', url: '', icons: [] })
})

it('reads the page: title, description, origin, icon', () => {
  stubPage('Shop', {
    'meta[name="description"]': { content: 'Sells things' },
    'link[rel~="icon"]': { href: 'https://shop.example/icon.png' },
  })
  expect(readAppMetadata()).toEqual({
    name: 'Shop',
    description: 'Sells things',
    url: 'https://shop.example',
    icons: ['https://shop.example/icon.png'],
  })
})

it('prefers the description made for sharing', () => {
  stubPage('', {
    'meta[name="description"]': { content: 'plain' },
    'meta[property="og:description"]': { content: 'shared' },
  })
  expect(readAppMetadata()).toMatchObject({ name: 'This app', description: 'shared' })
})

it('puts what the host gave first', () => {
  stubPage('Shop', {})
  expect(readAppMetadata({ name: 'Own', url: 'https://own.example', icons: [], description: '' })).toEqual({
    name: 'Own',
    url: 'https://own.example',
    icons: [],
    description: '',
  })
})
