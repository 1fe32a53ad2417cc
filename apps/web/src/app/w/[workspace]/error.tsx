"use client";

import { PageError } from "@/frame/page-error";

export default PageError;
