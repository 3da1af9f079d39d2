import { useEffect, useState } from 'react'

/** A picture that is stored on the phone. */
export function Picture({ blob, alt }: { blob: Blob | undefined; alt: string }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setAddress(null)
    const objectUrl = URL.createObjectURL(blob)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [blob])
  return address ? <img src={address} alt={alt} /> : <span className="picture-missing" role="img" aria-label={alt} />
}
