import { expect, test } from 'vitest'
import { readBundlerOptions } from './readBundlerOptions.js'

const given = (url: string) => ({ 'eip155:8453': [url] })

test.each([
  'http://bundler.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://localhost@bundler.example.com',
  'ftp://localhost/',
])('%s is refused: anybody on the way could read and change what it answers', (url) => {
  expect(() => readBundlerOptions(given(url))).toThrow('https')
})

test.each(['https://bundler.example.com', 'http://localhost:4337', 'http://127.0.0.1:4337/rpc'])(
  '%s is taken',
  (url) => {
    expect(readBundlerOptions(given(url))).toEqual(given(url))
  },
)
