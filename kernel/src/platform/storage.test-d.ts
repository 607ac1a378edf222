import { expectTypeOf, it } from 'vitest'
import type { Schema } from './parse.js'
import { parse } from './parse.js'
import { guard, storageKey, type StorageKey, type StorageService } from './storage.js'

it('types a key by its schema, and what is read and written by the key', () => {
  const Level = storageKey(
    'level',
    guard((value): value is 'low' | 'high' => value === 'low' || value === 'high'),
  )
  expectTypeOf(Level).toEqualTypeOf<StorageKey<'low' | 'high'>>()
  const use = (storage: StorageService) => {
    expectTypeOf(storage.read(Level)).toEqualTypeOf<'low' | 'high' | undefined>()
    storage.write(Level, 'low')
    // @ts-expect-error the value does not widen the key
    storage.write(Level, 'middle')
  }
  expectTypeOf(use).toBeFunction()
})

it('types what is parsed by its schema', () => {
  const use = (schema: Schema<number>) => expectTypeOf(parse(schema, '1', 'x')).toEqualTypeOf<number>()
  expectTypeOf(use).toBeFunction()
})
