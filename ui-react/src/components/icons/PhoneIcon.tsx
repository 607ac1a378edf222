import { Icon, type IconProps } from './Icon.js'

export function PhoneIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M8 5a1.5 1.5 0 0 1 1.5-1.5h5A1.5 1.5 0 0 1 16 5v14a1.5 1.5 0 0 1-1.5 1.5h-5A1.5 1.5 0 0 1 8 19V5ZM11.5 17.5h1"
    />
  )
}
