import { Icon, type IconProps } from './Icon.js'

export function ImageIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5v-11ZM4 16l4.5-4.5L15 18M13 14.5l2.5-2.5L20 16.5M15.5 8v.1"
    />
  )
}
