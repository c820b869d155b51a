package io.tidegate.internal.spark;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls public methods without parameters by name. */
final class Reflect {
  private Reflect() {}

  /**
   * Calls.
   *
   * @return what the method returned, never null
   * @throws ReflectiveOperationException when there is no such method, or it threw, or gave null
   */
  static Object call(Object target, String name) throws ReflectiveOperationException {
    Method method = target.getClass().getMethod(name);
    Object result;
    try {
      result = method.invoke(target);
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(name + "() failed: " + e.getCause(), e.getCause());
    } catch (RuntimeException e) {
      throw new ReflectiveOperationException(name + "() cannot be called: " + e, e);
    }
    if (result == null) {
      throw new ReflectiveOperationException(name + "() gave null");
    }
    return result;
  }
}
