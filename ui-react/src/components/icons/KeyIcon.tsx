import { Icon, type IconProps } from './Icon.js'

export function KeyIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M8 19.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM11.2 11.8 19.5 3.5M16 7l3 3M13.5 9.5l2 2"
    />
  )
}
