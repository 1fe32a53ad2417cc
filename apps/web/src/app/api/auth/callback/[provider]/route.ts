import { authentication } from "@/server/auth";

/** The way back from the provider of single sign-on; of the library's other routes none is reached by HTTP. */
export function GET(request: Request): Promise<Response> {
  return authentication().handler(request);
}
