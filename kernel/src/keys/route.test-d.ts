import { expectTypeOf, it } from 'vitest'
import type { NavigationService } from '../wallet/navigation.js'
import { route, type Route, type RouteParams } from './route.js'

const Plain = route('Plain')
const Needs = route<{ readonly id: string }>('Needs')
const May = route<{ readonly id?: string } | undefined>('May')

it('carries the type of its parameters', () => {
  expectTypeOf(Plain).toEqualTypeOf<Route<undefined>>()
  expectTypeOf<RouteParams<typeof Needs>>().toEqualTypeOf<{ readonly id: string }>()
  expectTypeOf<RouteParams<typeof May>>().toEqualTypeOf<{ readonly id?: string } | undefined>()
  expectTypeOf<RouteParams<string>>().toEqualTypeOf<never>()
})

it('asks for parameters where the view needs them', () => {
  const use = (navigation: NavigationService) => {
    navigation.open(Plain)
    navigation.push(Needs, { id: '1' })
    navigation.replace(May)
    navigation.reset(May, { id: '1' })
    // @ts-expect-error parameters are missing
    navigation.open(Needs)
    // @ts-expect-error a member is missing
    navigation.open(Needs, {})
    // @ts-expect-error of another type
    navigation.push(Needs, { id: 1 })
    // @ts-expect-error this one takes none
    navigation.replace(Plain, { id: '1' })
  }
  expectTypeOf(use).toBeFunction()
})
