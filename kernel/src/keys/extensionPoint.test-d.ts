import { expectTypeOf, it } from 'vitest'
import { extensionPoint, type ExtensionPoint } from './extensionPoint.js'
import type { Kernel } from '../createKernel.js'
import type { PluginContext } from '../engine/definePlugin.js'
import { Connector, type ConnectorContribution } from '../contracts/points/connector.js'

interface Row {
  readonly id: string
  readonly height: number
}

it('carries the type of its entries, which have ids', () => {
  expectTypeOf(extensionPoint<Row>('example.rows')).toEqualTypeOf<ExtensionPoint<Row>>()
  // @ts-expect-error entries without an id
  extensionPoint<{ readonly height: number }>('example.rows')
})

it('types what is added to it and what is read from it', () => {
  const Rows = extensionPoint<Row>('example.rows')
  const use = (context: PluginContext, kernel: Kernel) => {
    expectTypeOf(context.add(Rows, { id: 'a', height: 1 })).toEqualTypeOf<() => void>()
    expectTypeOf(context.list(Rows)).toEqualTypeOf<readonly Row[]>()
    expectTypeOf(kernel.list(Connector)).toEqualTypeOf<readonly ConnectorContribution[]>()
    // @ts-expect-error a member is missing
    context.add(Rows, { id: 'a' })
    // @ts-expect-error the key decides the type, not the value
    context.add(Rows, { id: 'a', height: '1' })
    // @ts-expect-error an unknown member
    context.add(Rows, { id: 'a', height: 1, width: 2 })
  }
  expectTypeOf(use).toBeFunction()
})
