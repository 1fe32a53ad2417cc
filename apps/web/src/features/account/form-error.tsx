/** Shows why a form was rejected; screen readers announce it. */
export function FormError({ error }: { error: { message: string } | null }) {
  return (
    <p role="alert" className="text-danger empty:hidden">
      {error?.message}
    </p>
  );
}
