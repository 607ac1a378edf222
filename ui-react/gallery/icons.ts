import type { ComponentType } from 'react'
import type { IconProps } from '../src/components/icons/Icon.js'

type IconModule = { readonly [name: string]: ComponentType<IconProps> }

const modules = import.meta.glob<IconModule>('../src/components/icons/*Icon.tsx', { eager: true })

/** Every icon of the kit by name, without the drawing component they share. */
export const icons: ReadonlyArray<readonly [name: string, icon: ComponentType<IconProps>]> = Object.values(
  modules,
)
  .flatMap((module) => Object.entries(module))
  .filter(([name]) => name !== 'Icon')
